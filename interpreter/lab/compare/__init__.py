"""Sequential comparison of two versions of a game."""
