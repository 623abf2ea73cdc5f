"""Board games as data: `load` a game, `start` a match, `choose` until it is over.

from interpreter import load
match = load("some_game").start(seed=7)

Each package's public API is listed in its `__init__.pyi`. A public name is imported when it is first used, so that
commands start quickly.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
