"""Who decides: players that answer a match's decisions."""
