"""Answers as pages to look at: one HTML file each, without scripts, that asks no network for anything."""
