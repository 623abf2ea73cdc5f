"""Translation of values, sets and conditions, as they are written, from their typed trees."""
