"""Places for pieces and cards on printed boards: the map, boxes, tracks, mats of seats."""
