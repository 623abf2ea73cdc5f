"""Topics of the language: for each rule of the grammar, the function that resolves it."""
