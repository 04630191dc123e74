"""Who chooses the moves: what a player is, and any GTP engine as one."""
