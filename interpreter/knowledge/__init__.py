"""A seat's knowledge of a match, and states drawn at random that agree with it."""
