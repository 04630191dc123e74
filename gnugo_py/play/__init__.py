"""A game in progress, games in review, and matches of many games."""
