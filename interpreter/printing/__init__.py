"""Print-and-play output: cards to cut out, the map, tracks and tables, as plain data and as typeset pages."""
