"""The command `show`: a game's contents as text."""
