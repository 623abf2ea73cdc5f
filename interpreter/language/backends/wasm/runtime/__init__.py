"""Runtime of a game in WebAssembly, in the typed subset of Python that subset.py translates; see structs.py."""
