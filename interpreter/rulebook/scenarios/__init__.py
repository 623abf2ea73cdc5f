"""Scenario files: the position, the answers and what is expected."""
