"""Measures of a game: length, branching, drama, skill and chance."""
