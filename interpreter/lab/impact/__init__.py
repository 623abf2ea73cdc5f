"""Impact of single cards, rules and pieces on who wins."""
