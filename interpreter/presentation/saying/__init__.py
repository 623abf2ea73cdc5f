"""Translation of a game's texts into other languages, generated from the same syntax trees that are executed."""
