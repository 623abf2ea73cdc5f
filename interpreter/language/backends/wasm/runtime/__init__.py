"""Runtime of a game in WebAssembly, written in the subset of Python that subset.py translates.

Every value is a 64-bit word: a number, the number of a thing, NIL for None, 0 or 1, or the address of a list. A list is
its length followed by its members. Lists are in the constants, in zones, or in one of two arenas. Between segments
nothing but frames and cells refers to the current arena; lists still in use are then copied to the other arena
(flow.collect).

frames.py describes the layout of frames, language/execution/executable.py that of results.
"""
