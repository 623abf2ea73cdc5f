"""Cells of the full screen: where each stands, and its lines in colour."""
