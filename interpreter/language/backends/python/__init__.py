"""Reference backend: Python source, compiled and linked."""
