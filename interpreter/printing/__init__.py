"""Print-and-play output: cards to cut out, the map, tracks and tables, as plain data and as typeset pages."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
