"""Tools that write WebAssembly text: typed memory, the translated subset of Python, inlining, formatting."""
