"""The search engine and the search definition of each game."""
