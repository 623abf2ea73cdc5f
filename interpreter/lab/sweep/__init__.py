"""Sweep over values of numbers in the rules."""
