"""Engines that search, and what each game gives them."""
