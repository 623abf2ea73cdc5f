"""Records of whole games: written, replayed, shortened."""
