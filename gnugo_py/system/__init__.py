"""Code that all board games share. Nothing here depends on a particular game."""
