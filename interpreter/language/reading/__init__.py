"""Parsing of a rule's text to a syntax tree, with the grammar of its game."""
