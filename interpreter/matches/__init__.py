"""Games and matches: load, play, replay, view, take back and save."""
