"""What is said and answered in a game, whoever shows it."""
