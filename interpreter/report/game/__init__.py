"""Report on a game: an index of all answers, and the history of a folder of reports."""
