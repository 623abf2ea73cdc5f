"""Players that answer a match's decisions."""
