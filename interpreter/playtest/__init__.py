"""Playtests of many matches: the runner and its worker processes, statistics, records of games, and scenarios."""
