"""One game in progress, and matches of many games."""
