"""Lark, fed token by token, with parse tables made by `lalr.py`.

The core grammar is read once, and a game's own rules are added to it. This is the only module that uses Lark's
internals. Lark makes the same tables about twenty times more slowly, with sets of symbols. A version of Lark that is
newer than those known here reads all rules as one text, and makes its own tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

import lark
from lark import Lark, Token, Tree
from lark.exceptions import GrammarError
from lark.grammar import NonTerminal, Rule, Terminal
from lark.lexer import Lexer
from lark.load_grammar import Grammar, load_grammar
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser

from interpreter.language.reading.lalr import Production, ReduceConflictError, lalr_tables
from interpreter.language.reading.lexeme import Lexeme

END = "$END"
KNOWN = re.compile(r"1\.[1-3]\.")
"""Versions of Lark whose internal tables have the format used here."""


GameRules = tuple[tuple[str, tuple[tuple[tuple[str, ...], str | None], ...]], ...]
"""Rules by name, with their alternatives; of each of these the symbols, and the name of its tree if it has an alias."""


ParseTable = Mapping[int, Mapping[str, Any]]
"""Lark's table: by state and symbol, a shift or reduction, and the next state or the rule."""
Stack = tuple[int, Any]
"""States of the parser as a linked list, last one first: `(state, rest)`."""
MOST_STACKS = 4
"""Maximum number of stacks that are followed for words with several readings."""


class Parser:
    """The parser of a grammar.

    Attributes:
        starts: Initial states, by the rule to read.
        ends: Final states.
        accepted: Terminals and rules that are possible in each state.
    """

    def __init__(self, core: str, own: GameRules, starts: tuple[str, ...]) -> None:
        """Build the parser. `core` is the text of the core rules, `own` are the rules that a game adds.

        Raises:
            GrammarError: Two rules of the grammar can't be told apart.
        """
        options = lark_options()
        grammar = _ComposedGrammar(core, own, starts) if "_plugins" in options else grammar_text(core, own)
        self._lark: Any = Lark(grammar, parser="lalr", lexer=_NoLexer, start=list(starts), **options)
        table = self._lark.parser.parser._parse_table
        self.accepted: ParseTable = table.states
        self.starts: Mapping[str, int] = table.start_states
        self.ends: Collection[int] = frozenset(table.end_states.values())

    def begin(self, start: str) -> ParseRun:
        """Begin to read a text; `start` is the rule to read."""
        return ParseRun(self._lark.parse_interactive("", start=start))

    def tree_names(self, own: Collection[str]) -> dict[str, str]:
        """Return each possible name of a tree, with the rule that reads it: its own, or the one of `own`."""
        found: dict[str, str] = {}
        for rule in self._lark.rules:
            origin = str(rule.origin.name)
            kept = [symbol for symbol in rule.expansion if not isinstance(symbol, Terminal) or not symbol.filter_out]
            if origin in own:
                found[str(rule.alias or origin)] = origin
            elif rule.alias is not None:
                found[str(rule.alias)] = str(rule.alias)
            elif not origin.startswith("_") and not (rule.options.expand1 and len(kept) == 1):
                found[origin] = origin
        return found

    def stack_after(self, start: str, words: Sequence[Lexeme]) -> Stack | None:
        """Return the stack after these words, or None if they can't be read."""
        stack: Stack | None = (self.starts[start], None)
        for word in words:
            if stack is None:
                return None
            here = self.accepted[stack[0]]
            stack = self._shifted(stack, next((kind for kind in word.kinds if kind in here), word.kinds[0]))
        return stack

    def can_follow(self, stack: Stack, words: Sequence[Lexeme]) -> bool:
        """True if these words can follow, each in any of its readings."""
        stacks = [stack]
        for word in words:
            read = (
                self._shifted(each, kind) for each in stacks for kind in word.kinds if kind in self.accepted[each[0]]
            )
            stacks = [each for each in read if each is not None][:MOST_STACKS]
        return bool(stacks)

    def _shifted(self, stack: Stack, token: str) -> Stack | None:
        return _stack_after(self.accepted, stack, token, self.ends)


class ParseRun:
    """A text that is being read. `feed` takes the next token, and raises UnexpectedInput if it is not allowed."""

    __slots__ = ("_parser", "_state", "feed")

    def __init__(self, parser: Any) -> None:
        self._parser = parser
        self._state = parser.parser_state
        self.feed: Callable[[Token], Any] = self._state.feed_token

    @property
    def state(self) -> int:
        """State of the parser."""
        state: int = self._state.position
        return state

    def can_read(self, first: str, second: Collection[str]) -> bool:
        """Return whether a token of the kind `first` and one of the kinds `second` can be read next."""
        table: ParseTable = self._state.parse_conf.parse_table.states
        stack: Any = None
        for state in self._state.state_stack:
            stack = state, stack
        read = _stack_after(table, stack, first)
        return read is not None and any(_stack_after(table, read, kind) is not None for kind in second)

    def end(self) -> Tree[Token]:
        """Return the syntax tree.

        Raises:
            UnexpectedInput: The text can't end here.
        """
        tree: Tree[Token] = self._parser.feed_eof()
        return tree

    def accepted_terminals(self) -> set[str]:
        """Return the terminals that are possible here."""
        accepted: set[str] = self._parser.accepts()
        return accepted


PRIORITIES = {"one_piece": ".2", "plural_pieces": ".2"}
"""Priorities of rules with the alternatives of a game: a noun of pieces is read as one of `singular` only elsewhere."""


def _stack_after(table: ParseTable, stack: Stack, token: str, ends: Collection[int] = ()) -> Stack | None:
    """Return the stack after a token, or None if it can't be read; `ends` are the states in which a text may end."""
    while token != END or stack[0] not in ends:
        action = table[stack[0]].get(token)
        if action is None:
            return None
        kind, target = action
        if kind is Shift:
            return target, stack
        for _ in target.expansion:
            stack = stack[1]
        stack = table[stack[0]][target.origin.name][1], stack
    return stack


def grammar_text(core: str, own: GameRules) -> str:
    """Return a grammar as one text, with its terminals declared. A rule without alternatives matches nothing."""
    lines = [core]
    for name, alternatives in own:
        written = [" ".join(symbols) + (f" -> {alias}" if alias else "") for symbols, alias in alternatives]
        lines.append(f"{name}{PRIORITIES.get(name, '')}: " + "\n  | ".join(written or [f"_NEVER_{name.upper()}"]))
    text = "\n".join(lines)
    terminals = sorted({*re.findall(r"\b_?[A-Z][A-Z0-9_]*\b", re.sub(r"//[^\n]*", "", text))})
    return f"{text}\n%declare {' '.join(terminals)}\n"


@lru_cache(maxsize=2)
def _core_rules(core: str, own: tuple[str, ...], starts: tuple[str, ...]) -> tuple[Rule, ...]:
    """Return the rules of a text, as Lark reads them; those named in `own` get one alternative that matches nothing."""
    load: Any = load_grammar
    grammar, _ = load(grammar_text(core, tuple((name, ()) for name in own)), "core.lark", [], False)
    _, rules, _ = grammar.compile(starts, set())
    return tuple(rules)


class _ComposedGrammar(Grammar):
    """A grammar made of finished rules."""

    def __init__(self, core: str, own: GameRules, starts: tuple[str, ...]) -> None:
        """Compose the core rules with a game's own.

        Raises:
            GrammarError: A rule has the same alternative twice.
        """
        super().__init__([], [], [])
        self._rules: list[Rule] = []
        alternatives = dict(own)
        for rule in _core_rules(core, tuple(alternatives), starts):
            instead = alternatives.get(rule.origin.name)
            self._rules += [rule] if not instead else _alternatives(rule, instead)
        if len(set(self._rules)) < len(self._rules):
            twice = (rule for at, rule in enumerate(self._rules) if rule in self._rules[:at])
            raise GrammarError("Rules defined twice: " + "".join(f"\n  * {rule}" for rule in twice))

    def compile(self, start: Any, terminals_to_keep: Any) -> tuple[list[Any], list[Rule], list[str]]:
        return [], self._rules[:], []


def _alternatives(rule: Rule, alternatives: tuple[tuple[tuple[str, ...], str | None], ...]) -> Iterator[Rule]:
    """Yield the alternatives that replace the single one of a rule."""
    for at, (symbols, alias) in enumerate(alternatives):
        parts = [Terminal(name, name.startswith("_")) if name.isupper() else NonTerminal(name) for name in symbols]
        yield Rule(rule.origin, parts, at, alias, rule.options)


class _NoLexer(Lexer):
    """A lexer that yields nothing, because the parser is fed token by token."""

    __future_interface__ = True

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        return iter(())


def lark_options() -> dict[str, Any]:
    """Options for Lark that use the tables and positions made here, if the version allows it."""
    if KNOWN.match(lark.__version__):
        return {"_plugins": {"LALR_Parser": FastLalrParser}}
    return {"propagate_positions": True}


class FastLalrParser(LALR_Parser):
    """Lark's parser with the tables and positions made here."""

    def __init__(self, parser_conf: Any, debug: bool = False, strict: bool = False) -> None:
        """Build the parser. Raises GrammarError, as Lark does."""
        self._parse_table = parse_table(parser_conf.rules, parser_conf.start)
        self.parser_conf = parser_conf
        callbacks = {
            rule: _only_part if _stands_for_its_part(rule) else _with_positions(build)
            for rule, build in parser_conf.callbacks.items()
        }
        self.parser = _Parser(self._parse_table, callbacks, debug)


_only_part = itemgetter(0)


def _stands_for_its_part(rule: Any) -> bool:
    """True if a rule's tree is just its only part."""
    options = rule.options
    if not options.expand1 or rule.alias is not None or any(options.empty_indices) or len(rule.expansion) != 1:
        return False
    (part,) = rule.expansion
    return not part.is_term and not part.name.startswith("_")


def _with_positions(build: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
    """Wrap a tree builder so that it records the tree's start and end, as Lark does with `propagate_positions`.

    A tree extends from its first to its last part. Its `whole` includes omitted tokens, such as parentheses.
    """

    def placed(parts: list[Any]) -> Any:
        tree = build(parts)
        if not parts or not isinstance(tree, Tree) or (len(parts) == 1 and tree is parts[0]):
            return tree
        first = next((span for part in parts if (span := _span(part)) is not None), None)
        if first is None:
            return tree
        last = next(span for part in reversed(parts) if (span := _span(part)) is not None)
        meta: Any = tree.meta
        if meta.empty:
            meta.line, meta.column, meta.end_line, meta.end_column = *first[:2], *last[2:]
            meta.empty = False
        meta.whole = (*first[:2], *last[2:])
        return tree

    return placed


def _span(part: Any) -> tuple[int, int, int, int] | None:
    """Start and end of a part, or None if it is empty."""
    if isinstance(part, Tree):
        meta: Any = part.meta
        return None if meta.empty else meta.whole
    return part.line, part.column, part.end_line, part.end_column


def parse_table(rules: list[Any], starts: list[str]) -> Any:
    """Return Lark's parse table for Lark's rules.

    Raises:
        GrammarError: Two rules can't be told apart.
    """
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
    except ReduceConflictError as collision:
        raise GrammarError(
            "\n\n".join(
                f"Reduce/Reduce collision in {Terminal(names[terminal])!r} between the following rules: "
                + "".join(f"\n\t- {rules[number]}" for number in those)
                for terminal, those in collision.found
            )
        ) from None
    states = {
        state: {names[symbol]: (Shift, target) for symbol, target in tables.transitions[state].items()}
        | {names[terminal]: (Reduce, rules[number]) for terminal, number in tables.reduce[state].items()}
        for state in range(len(tables.transitions))
    }
    table: Any = IntParseTable
    return table(states, dict(zip(starts, tables.starts, strict=True)), dict(zip(starts, tables.ends, strict=True)))
