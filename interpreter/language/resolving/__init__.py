"""From syntax trees to typed trees: names, types, and which word of the vocabulary is meant."""
