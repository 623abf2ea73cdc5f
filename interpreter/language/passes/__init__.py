"""Optimization passes over the intermediate language."""
