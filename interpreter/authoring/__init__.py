"""Tools for authors: read, check, change and create the files of a game."""
