"""Side-by-side measurements; nothing here is asserted."""
