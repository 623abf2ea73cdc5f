"""Commands that check a game, list games, and play scenarios and records again."""
