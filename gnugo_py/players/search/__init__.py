"""The opponent that thinks: two searches that know no game, and the player made of them."""
