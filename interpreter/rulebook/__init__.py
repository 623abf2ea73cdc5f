"""Read YAML files into a checked, immutable model of a game."""
