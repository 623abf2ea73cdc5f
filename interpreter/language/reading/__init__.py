"""From the text of a rule to a syntax tree, by the grammar of its game."""
