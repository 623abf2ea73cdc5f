"""Resolution of syntax trees to typed trees: names, types, and words of the game's vocabulary."""
