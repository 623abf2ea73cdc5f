"""Lowering of what a board gives, and of searches of the map."""
