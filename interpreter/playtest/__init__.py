"""Many matches: the runner and its worker processes, statistics, records of games, scenarios."""
