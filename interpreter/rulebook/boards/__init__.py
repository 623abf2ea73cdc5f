"""Maps whose cells follow a pattern: one interface, and one module for each kind of cell."""
