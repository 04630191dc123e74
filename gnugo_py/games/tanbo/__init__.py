"""Tanbo."""
