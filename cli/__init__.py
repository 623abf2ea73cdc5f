"""The `cahier` command: input and output at the terminal. All knowledge of games comes from `interpreter`."""
