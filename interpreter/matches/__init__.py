"""Games and matches as the world has them: loaded, started, answered, looked at, taken back, saved."""
