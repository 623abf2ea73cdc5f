"""Mentions of a thing in a game's files, its uses, and renaming."""
