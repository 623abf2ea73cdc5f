"""The catalogue of operations: what an expression or a statement can be, and the facts of each."""
