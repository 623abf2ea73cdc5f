"""The `cahier` command: what people type and read. Everything it knows comes from `interpreter`."""
