"""The tables and the places of trees are those that Lark makes, with whichever Lark is installed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest
from lark import Lark, Token, Tree
from lark.exceptions import GrammarError
from lark.parsers.lalr_analysis import Shift
from pytest import MonkeyPatch

from interpreter.language.analysis import Analysis
from interpreter.language.reading import grammar, lark_parser
from interpreter.language.reading.lark_parser import FastLalrParser, GameRules, Parser, grammar_text, lark_options
from interpreter.language.reading.shared_parser import shared_parser
from interpreter.rulebook.source.files import installed_games
from tests.loaded import book_of, game_of

GAMES = [name if name == "revolution" else pytest.param(name, marks=pytest.mark.parts) for name in installed_games()]
"""The smallest of those that are shipped; Lark takes long for the others."""

NULLABLE = """
    start: a b c "end"
    a: "x" a |
    b: "y" | "v" c a
    c: ("z" b "w")?
"""
NULLABLE_TWICE = """
    start: a b c "end"
    a: "x" a |
    b: a "y" | c
    c: "z"? b "w" |
"""
RIGHT_RECURSIVE = """
    start: list
    list: item | item "," list
    item: "(" list ")" | maybe "n" maybe
    maybe: ("+" | "-")?
"""
BY_PRIORITY = """
    start: one | two | "p" one "q"
    one.2: "x"
    two.1: "x"
"""
SHIFT_FIRST = """
    start: s
    s: "if" s | "if" s "else" s | "do"
"""
COLLIDING = """
    start: one | two | "a" one "b"
    one: "x"
    two: "x"
"""


def made(text: str, start: list[str], quick: bool) -> Any:
    """Lark's own table of a grammar, or the quick one."""
    plugins: dict[str, Any] = {"_plugins": {"LALR_Parser": FastLalrParser}} if quick else {}
    lark: Any = Lark(text, parser="lalr", start=start, **plugins)
    return lark.parser.parser._parse_table


def facts(rule: Any) -> tuple[Any, ...]:
    """Everything that determines the tree of a rule, apart from its origin and its symbols."""
    kept = [symbol.is_term and symbol.filter_out for symbol in rule.expansion]
    options = rule.options
    return rule.order, rule.alias, kept, options.expand1, options.priority, options.empty_indices


def differences(one: Any, other: Any) -> Iterator[str]:
    """Yield the differences between two parse tables, up to the numbering of their states."""
    known: dict[int, int] = {}
    ahead = [(one.start_states[start], other.start_states[start]) for start in one.start_states]
    while ahead:
        here, there = ahead.pop()
        if here in known:
            if known[here] != there:
                yield f"{here} is {known[here]} and {there}"
            continue
        known[here] = there
        row, quick = one.states[here], other.states[there]
        if row.keys() != quick.keys():
            yield f"{here} goes on with {row.keys() ^ quick.keys()}"
        for token in row.keys() & quick.keys():
            (kind, target), (quick_kind, quick_target) = row[token], quick[token]
            if kind is Shift and quick_kind is Shift:
                ahead.append((target, quick_target))
            elif kind is not quick_kind or target != quick_target or facts(target) != facts(quick_target):
                yield f"{here} before {token}: {target}, {quick_target}"
    if not len(known) == len(one.states) == len(other.states):
        yield f"{len(one.states)} and {len(other.states)} states"
    for start, end in one.end_states.items():
        if known.get(end) != other.end_states[start]:
            yield f"{start} ends elsewhere"


def rules_of(name: str, monkeypatch: MonkeyPatch) -> tuple[str, GameRules]:
    """The rules of a game's grammar: the text that all have, and its own."""
    found: list[tuple[str, GameRules]] = []

    def noted(core: str, own: GameRules) -> Any:
        found.append((core, own))
        return shared_parser(core, own)

    monkeypatch.setattr(grammar, "shared_parser", noted)
    Analysis(book_of(name))
    return found[-1]


STARTS = ("program", "value")


@pytest.mark.parts
@pytest.mark.parametrize("name", GAMES)
def test_the_tables_of_a_game(name: str, monkeypatch: MonkeyPatch) -> None:
    core, own = rules_of(name, monkeypatch)
    text, starts = grammar_text(core, own), [*STARTS]
    expected = made(text, starts, False)
    assert not list(differences(expected, made(text, starts, True)))
    lark: Any = Parser(core, own, STARTS)._lark
    assert not list(differences(expected, lark.parser.parser._parse_table))


def test_an_alternative_that_is_there_twice_is_told_as_lark_tells_it() -> None:
    own: GameRules = (("own", ((("A", "B"), "one"), (("B",), None), (("A", "B"), "two"))),)
    with pytest.raises(GrammarError) as whole:
        made(grammar_text("start: own", own), ["start"], False)
    with pytest.raises(GrammarError) as composed:
        Parser("start: own", own, ("start",))
    assert str(whole.value).startswith(str(composed.value).split("\n")[0])
    assert "<own : A B>" in str(whole.value) and "<own : A B>" in str(composed.value)


def places(tree: Tree[Token]) -> list[tuple[object, ...]]:
    """Each subtree with where it begins and ends."""
    found: list[tuple[object, ...]] = []
    for part in tree.iter_subtrees():
        at = part.meta
        found.append((str(part.data), *(() if at.empty else (at.line, at.column, at.end_line, at.end_column))))
    return found


@pytest.mark.parts
@pytest.mark.parametrize("name", GAMES)
def test_the_places_in_the_texts_of_a_game(name: str, monkeypatch: MonkeyPatch) -> None:
    game = game_of(name)
    core, rules = rules_of(name, monkeypatch)
    monkeypatch.setattr(lark_parser, "KNOWN", re.compile("none"))
    own = copy(game.program.analysis.grammar)
    own.parser, own._trees, own._known = Parser(core, rules, STARTS), {}, {}
    for routine in game.program.routines.all:
        quick = game.program.analysis.grammar.parse(routine.text, "program")
        slow = own.parse(routine.text, "program")
        assert quick is not slow
        assert quick == slow and places(quick) == places(slow), routine.text


@pytest.mark.parametrize("text", [NULLABLE, RIGHT_RECURSIVE, BY_PRIORITY, SHIFT_FIRST])
def test_the_tables_of_small_grammars(text: str) -> None:
    assert not list(differences(made(text, ["start"], False), made(text, ["start"], True)))


@pytest.mark.parametrize("text", [NULLABLE_TWICE, COLLIDING])
def test_a_collision_is_told_as_lark_tells_it(text: str) -> None:
    with pytest.raises(GrammarError) as own:
        made(text, ["start"], False)
    with pytest.raises(GrammarError) as quick:
        made(text, ["start"], True)
    assert sorted(str(quick.value).split("\n")) == sorted(str(own.value).split("\n"))


def test_this_lark_is_known() -> None:
    assert lark_options()
