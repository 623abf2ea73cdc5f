"""From YAML files to a checked, immutable model of a game."""
