"""Backends: what makes a program of the intermediate language run."""
