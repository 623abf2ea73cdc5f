"""Answers of the lab as text."""
