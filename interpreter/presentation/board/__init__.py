"""A seat's board: one typed document with everything a screen shows."""
