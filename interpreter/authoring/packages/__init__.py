"""Packages: games and variants as one file to hand on, and the library into which they are added."""
