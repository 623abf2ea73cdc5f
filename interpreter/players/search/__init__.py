"""Search players: information set Monte Carlo tree search in Python and in machine code."""
