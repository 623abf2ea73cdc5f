"""What a game in WebAssembly calls, written in the part of Python that subset.py translates.

Every value is a word of 64 bits: a number, a thing's number, NIL for nothing, 0 or 1, or the address of a list: its
length, then its members. Lists lie among the constants, in zones, or in one of two arenas: between segments, when
nothing else knows an address in it, what frames and cells still hold of the one in use is copied to the other
(flow.collect).

What a frame is made of, frames.py says; of what is told of games, language/rows.py.
"""
