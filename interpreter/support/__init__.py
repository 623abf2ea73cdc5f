"""Support for everything else: errors as facts, atomic writes, formats, interruption, background work."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
