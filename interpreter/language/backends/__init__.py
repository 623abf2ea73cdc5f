"""Backends, which run programs of the intermediate language."""
