"""Names of the players that a rulebook, a command or a save can give a seat."""

from __future__ import annotations

HUMAN = "human"
"""A person, whom the caller asks."""
RANDOM, TABLE, SEARCH, EQUILIBRIUM = "random", "table", "search", "equilibrium"
"""Random moves; the priority tables of the rules; a tree search; a solver."""
SEARCH_LEVELS = ("easy", "club", "strong", "steady", "beginner")
"""Searches with a name; `players/lineup.py` has their parameters."""
PLAYER_NAMES = (RANDOM, TABLE, SEARCH, *SEARCH_LEVELS, EQUILIBRIUM)
"""Names of the built-in players, without their arguments."""
PLAYERS_GROUP = "cahier.players"
"""The group of entry points under which packages register players."""
