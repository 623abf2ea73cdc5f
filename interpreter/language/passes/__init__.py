"""Passes over the intermediate language: each makes a program that does the same into one that runs faster."""
