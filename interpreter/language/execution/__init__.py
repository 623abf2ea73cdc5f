"""Execution interface: what callers know of generated code, whichever backend made it."""
