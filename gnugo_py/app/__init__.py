"""The application behind the plain and the full-screen interface."""
