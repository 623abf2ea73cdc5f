"""Runs of many games: arms, chunks, executors, figures."""
