"""Sources of a rulebook: files, and strict YAML with the position of every part."""
