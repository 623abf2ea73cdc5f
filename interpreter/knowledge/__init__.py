"""What a seat knows of a match, and how it may be: reading the log, drawing states that agree with it."""
