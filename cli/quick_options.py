"""What was typed, read at once where it is plain: to read a word or a number, typer loads a library, which takes longer
than all else before a command begins. Whatever is not plain is typer's to read, and to refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from typer.core import TyperCommand, TyperGroup

LONGEST_NUMBER = 9
"""Digits of a number that is read here."""


class QuickCommand(TyperCommand):
    """A command whose plain words and numbers are read here."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _quick(super().get_params(ctx))


class QuickGroup(TyperGroup):
    """Commands, whose common options are read here."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _quick(super().get_params(ctx))


def _quick(params: list[Any]) -> list[Any]:
    """The options and arguments, changed so that plain values are read here. Those of a typer that loads nothing for
    them, or keeps them otherwise, are left as they are, and so is what has a reader of its own."""
    for param in params:
        careful = getattr(param, "get_runtime_param", None)
        descriptor = getattr(param, "type_descriptor", None)
        kind, info = getattr(descriptor, "annotation", None), getattr(descriptor, "parameter_info", None)
        if careful is None or kind is None or info is None or hasattr(param, "quick"):
            continue
        if getattr(info, "parser", None) is None and getattr(info, "click_type", None) is None:
            param.quick = _Reader(kind, getattr(info, "min", None), getattr(info, "max", None), careful)
            param.get_runtime_param = param.quick.itself
    return params


class _Reader:
    """Reads the values of one option or argument, which are of a kind. `careful` gives typer's own reader."""

    def __init__(self, kind: Any, least: float | None, most: float | None, careful: Callable[[], Any]) -> None:
        self._kind = kind
        self._least, self._most = least, most
        self._careful = careful

    def itself(self) -> _Reader:
        return self

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """What a value stands for, as typer reads it."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        if self._kind is str and isinstance(value, str):
            return value
        if self._kind is int and (number := _plain_number(value)) is not None and self._fits(number):
            return number
        if self._kind == list[str] and isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
            return list(value)
        return self._careful().coerce(value, param=param, ctx=ctx)

    def _fits(self, number: int) -> bool:
        return (self._least is None or self._least <= number) and (self._most is None or number <= self._most)


def _plain_number(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= LONGEST_NUMBER:
        return int(value)
    return value if type(value) is int else None
