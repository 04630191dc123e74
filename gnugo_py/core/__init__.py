"""What all board games share; nothing here depends on a particular game."""
