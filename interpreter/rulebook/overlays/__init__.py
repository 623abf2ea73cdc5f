"""Overlays: variants and languages applied to a game's files before the model is built."""
