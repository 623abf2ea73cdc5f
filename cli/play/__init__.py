"""The command `play`: a match at the terminal."""
