"""Translation of a game's texts into other languages, generated from the same typed trees that are executed."""
