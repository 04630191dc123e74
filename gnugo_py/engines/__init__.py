"""Programs that choose moves."""
