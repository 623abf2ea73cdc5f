"""Translation files: the texts of a game with the English beside them."""
