"""Analysis of whole games: leads, mistakes, and exercises made of them."""
