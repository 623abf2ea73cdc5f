"""An end from outside. In a module of its own, as it is needed before anything else is loaded."""


class Halt(BaseException):
    """Base class of what ends a command or a run, as a signal does; no failure of what it cuts short."""
