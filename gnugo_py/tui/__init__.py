"""The game on a screen: `state` and `screen` are pure, `app` alone knows curses."""
