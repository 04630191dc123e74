"""GTP engines in other processes."""
