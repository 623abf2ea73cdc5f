"""Lark with tables that `lalr.py` makes. The only module that touches what Lark keeps to itself.

Lark makes the same tables with sets of symbols, some twenty times as slowly. One that is newer than those known here
makes its own.
"""

from __future__ import annotations

import re
from typing import Any

import lark
from lark.exceptions import GrammarError
from lark.grammar import Terminal
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser

from interpreter.language.reading.lalr import Collision, Production, lalr_tables

END = "$END"
KNOWN = re.compile(r"1\.[1-3]\.")
"""The versions of Lark that keep their tables as it is done here."""


def options() -> dict[str, Any]:
    """What to tell Lark, so that the tables are made here if they can be."""
    return {"_plugins": {"LALR_Parser": QuickParser}} if KNOWN.match(lark.__version__) else {}


class QuickParser(LALR_Parser):
    """Lark's parser, with these tables."""

    def __init__(self, parser_conf: Any, debug: bool = False, strict: bool = False) -> None:
        """Raises GrammarError, as Lark does."""
        self._parse_table = parse_table(parser_conf.rules, parser_conf.start)
        self.parser_conf = parser_conf
        self.parser = _Parser(self._parse_table, parser_conf.callbacks, debug)


def parse_table(rules: list[Any], starts: list[str]) -> Any:
    """Lark's table for Lark's rules. Raises GrammarError if two rules can't be told apart."""
    terminals = {symbol.name for rule in rules for symbol in rule.expansion if symbol.is_term}
    names = [*sorted(terminals), END]
    numbers = {name: number for number, name in enumerate(names)}
    for name in [*starts, *(rule.origin.name for rule in rules)]:
        if name not in numbers:
            numbers[name] = len(names)
            names.append(name)
    productions = [
        Production(
            numbers[rule.origin.name],
            tuple(numbers[symbol.name] for symbol in rule.expansion),
            rule.options.priority or 0,
        )
        for rule in rules
    ]
    try:
        tables = lalr_tables(productions, [numbers[name] for name in starts], len(terminals) + 1)
    except Collision as collision:
        raise GrammarError(
            "\n\n".join(
                f"Reduce/Reduce collision in {Terminal(names[terminal])!r} between the following rules: "
                + "".join(f"\n\t- {rules[number]}" for number in those)
                for terminal, those in collision.found
            )
        ) from None
    states = {
        state: {names[symbol]: (Shift, target) for symbol, target in tables.follow[state].items()}
        | {names[terminal]: (Reduce, rules[number]) for terminal, number in tables.reduce[state].items()}
        for state in range(len(tables.follow))
    }
    table: Any = IntParseTable
    return table(states, dict(zip(starts, tables.starts, strict=True)), dict(zip(starts, tables.ends, strict=True)))
