"""Training of the network that judges Go.  See README.md; nothing here is installed."""
