"""New games and variants, and the differences between two games."""
