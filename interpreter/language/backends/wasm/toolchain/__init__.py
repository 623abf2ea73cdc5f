"""Tools that write WebAssembly text: the translated subset of Python, inlining, layout."""
