"""Topics of boards: directions and lines on a grid, groups and ways on a map."""
