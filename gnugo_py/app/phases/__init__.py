"""The phases of the application: setup, play, count, review, lesson."""
