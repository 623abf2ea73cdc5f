"""Machine code at work: calls, positions and searches of a compiled game."""
