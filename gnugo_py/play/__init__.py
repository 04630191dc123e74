"""One game being played, and matches of many."""
