"""Search for the smallest change of numbers in the rules that reaches an aim."""
