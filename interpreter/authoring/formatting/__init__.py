"""Formatter for a game's files, and edits that preserve all other bytes."""
