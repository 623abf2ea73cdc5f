"""What resolving any statement needs: where it stands, the names that it makes, the blocks in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from lark import Token

from interpreter.errors import Where
from interpreter.language.ir.statements import Block
from interpreter.language.ir.types import Local, Type
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope, Syntax


class Binder(ABC):
    """`values` gives the expressions in the statements their meaning."""

    def __init__(self, values: Resolver) -> None:
        self.values = values
        self.symbols = values.symbols

    @abstractmethod
    def _block(self, scope: Scope, node: Syntax) -> Block:
        """The statements of a block."""

    def _where(self, scope: Scope, node: Syntax) -> Where:
        return self.values.place(scope, node)[0]

    def _bind(self, scope: Scope, token: Any, type: Type) -> Local:
        word = str(token)
        if isinstance(token, Token) and (self.values.grammar.reserved(word) or word in self.symbols.names):
            self.values.fail(
                scope, token, "reserved-name", f"`{word}` already has a meaning in this game: take another name"
            )
        name = Local(word, type)
        scope.names[word] = name
        return name
