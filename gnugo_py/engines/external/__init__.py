"""GTP engines that run in other processes."""
