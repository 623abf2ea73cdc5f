"""Fast parsing of plain command-line values.

For words and numbers, typer loads a library that takes longer than everything else before a command begins. All other
values are left to typer, and so are errors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from typer.core import TyperCommand, TyperGroup

LONGEST_NUMBER = 9
"""Maximum number of digits of a number that is parsed here."""


class QuickCommand(TyperCommand):
    """A command whose plain words and numbers are parsed here."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, with fast parsing where possible."""
        return _quick(super().get_params(ctx))


class QuickGroup(TyperGroup):
    """A group of commands whose common options are parsed here."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, with fast parsing where possible."""
        return _quick(super().get_params(ctx))


def _quick(params: list[Any]) -> list[Any]:
    """Change options and arguments so that plain values are parsed here.

    Parameters with a parser of their own are left as they are, and so are those of other versions of typer.
    """
    for param in params:
        careful = getattr(param, "get_runtime_param", None)
        descriptor = getattr(param, "type_descriptor", None)
        kind, info = getattr(descriptor, "annotation", None), getattr(descriptor, "parameter_info", None)
        if careful is None or kind is None or info is None or hasattr(param, "quick"):
            continue
        if getattr(info, "parser", None) is None and getattr(info, "click_type", None) is None:
            param.quick = _FastParser(kind, getattr(info, "min", None), getattr(info, "max", None), careful)
            param.get_runtime_param = param.quick.as_parser
    return params


class _FastParser:
    """Parser for the values of one option or argument; `fallback` returns typer's own."""

    def __init__(self, kind: Any, least: float | None, most: float | None, fallback: Callable[[], Any]) -> None:
        self._kind = kind
        self._least, self._most = least, most
        self._fallback = fallback

    def as_parser(self) -> _FastParser:
        """Return this parser, in place of the function that returns typer's."""
        return self

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Convert a value as typer does."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        if self._kind is str and isinstance(value, str):
            return value
        if self._kind is int and (number := _plain_number(value)) is not None and self._fits(number):
            return number
        if self._kind == list[str] and isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
            return list(value)
        return self._fallback().coerce(value, param=param, ctx=ctx)

    def _fits(self, number: int) -> bool:
        return (self._least is None or self._least <= number) and (self._most is None or number <= self._most)


def _plain_number(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= LONGEST_NUMBER:
        return int(value)
    return value if type(value) is int else None
