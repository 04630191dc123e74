"""Analysis of whole games: leads, mistakes, and exercises made from the mistakes."""
