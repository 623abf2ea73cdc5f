"""Operations on values: numbers, lists, hands and subsets of things, and ways on the map."""
