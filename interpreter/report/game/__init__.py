"""Balance by strength of play: the same game between ever better players."""
