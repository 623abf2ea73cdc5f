"""Pieces of a game: those that are printed as counters, and those that players must have."""
