"""Intermediate language, to which the texts of a game are lowered and from which backends generate code."""
