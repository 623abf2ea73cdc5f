"""Matches in a browser: a page for each seat, and one for spectators, over the board document."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
