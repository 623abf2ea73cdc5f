"""Suggestions for texts that can't be read: what the author probably meant."""
