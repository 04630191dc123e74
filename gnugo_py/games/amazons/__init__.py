"""Amazons."""
