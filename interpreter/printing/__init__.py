"""A game on paper: cards to cut out, the map, tracks and tables, as sheets of plain data and as typeset pages."""
