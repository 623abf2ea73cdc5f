"""Commands for authors: create, change, translate, compare and print a game."""
