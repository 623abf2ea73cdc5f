"""The board as text: map, tracks, zones and hands."""
