"""The vocabulary of a game: signatures of its words, tests of their patterns, and bodies of its conditions and values.

The patterns are tested because an LALR parser resolves some conflicts silently. A sample sentence of each wording, with
placeholders in its holes, must be read as that wording. A name must not be a word of a pattern at a place where both
are possible: the parser would always choose the word.

Conditions and values are resolved on first use, since they use each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from interpreter.language.diagnostics import Diagnostics
from interpreter.language.ir.builders import expressions_of, has_local, local, statements_in, terms_in
from interpreter.language.ir.expressions import Computed, Expr
from interpreter.language.ir.statements import PLAIN_STATEMENTS, Answer, Block, Signature, Statement, Term
from interpreter.language.ir.types import CONDITION, NUMBER, Local, Type
from interpreter.language.reading.grammar import Grammar
from interpreter.language.reading.lexer import is_body, long_nouns
from interpreter.language.reading.patterns import Pattern, read_pattern
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax
from interpreter.language.resolving.topics.assignments import ASSIGNMENTS
from interpreter.language.resolving.topics.belonging import BELONGING
from interpreter.language.resolving.topics.boards.directions import DIRECTIONS
from interpreter.language.resolving.topics.boards.map_searches import MAP_SEARCHES
from interpreter.language.resolving.topics.bodies import BODIES, resolve_body
from interpreter.language.resolving.topics.calculations import CALCULATIONS
from interpreter.language.resolving.topics.cards_and_events import CARDS
from interpreter.language.resolving.topics.conditions import CONDITIONS
from interpreter.language.resolving.topics.control_flow import CONTROL_FLOW
from interpreter.language.resolving.topics.decisions.choices import CHOICES
from interpreter.language.resolving.topics.decisions.simultaneous import SIMULTANEOUS
from interpreter.language.resolving.topics.dice import DICE
from interpreter.language.resolving.topics.earlier_play import EARLIER_PLAY
from interpreter.language.resolving.topics.naming import NAMING
from interpreter.language.resolving.topics.phrases_and_terms import VOCABULARY
from interpreter.language.resolving.topics.pieces_in_places import PIECES
from interpreter.language.resolving.topics.sets import SETS
from interpreter.language.resolving.topics.several_things import SEVERAL_THINGS
from interpreter.language.symbols import Symbols
from interpreter.rulebook.building.ids import NO_SIDES
from interpreter.rulebook.model import Text, VocabularyWord
from interpreter.support.errors import NO_RANGE, WARNING, Problem, RulebookError
from interpreter.support.similar_words import closest_match

MOST_READINGS = 3
"""Most times that a word that uses itself is read, until its type is certain."""
MOST_TERMS = 50
"""Maximum depth to which conditions and values may be defined through one another."""
TRANSPARENT_RULES = Handlers[Resolver]()
"""Rules that the resolver itself passes through."""
TRANSPARENT_RULES.part("program", "value", "indented", "parens")
PLAIN_RULES = Handlers[Resolver]()
"""Rules of statements that say themselves what their form shows."""


def _plain_statement(kind: type[Any], resolver: Resolver, scope: Scope, node: Syntax) -> Statement:
    holes = zip(kind.holes.items(), node.children, strict=True)
    values = {name: resolver.value(scope, part, wanted) for (name, wanted), part in holes}
    if "you" in kind.part_names:
        values["you"] = resolver.you(scope, node)
    statement: Statement = kind(resolver.where(scope, node), **values)
    return statement


for form, statement_class in PLAIN_STATEMENTS.items():
    PLAIN_RULES.statement(form)(partial(_plain_statement, statement_class))
TOPICS: tuple[Handlers[Resolver], ...] = (
    NAMING,
    BELONGING,
    DIRECTIONS,
    SETS,
    CALCULATIONS,
    MAP_SEARCHES,
    CONDITIONS,
    PIECES,
    CARDS,
    DICE,
    SEVERAL_THINGS,
    EARLIER_PLAY,
    CONTROL_FLOW,
    CHOICES,
    SIMULTANEOUS,
    ASSIGNMENTS,
    VOCABULARY,
    BODIES,
    TRANSPARENT_RULES,
    PLAIN_RULES,
)
HANDLERS = Handlers(*TOPICS)


@dataclass(slots=True)
class Signatures:
    """The wordings of a vocabulary, and its terms and phrases by word, with typed holes but without bodies."""

    patterns: list[Pattern] = field(default_factory=list)
    phrases: dict[int, Signature] = field(default_factory=dict)
    terms: dict[int, Signature] = field(default_factory=dict)

    @property
    def holes(self) -> dict[int, tuple[Local, ...]]:
        """The holes of each word."""
        found = {number: phrase.parameters for number, phrase in self.phrases.items()}
        return found | {number: term.parameters for number, term in self.terms.items()}

    @property
    def types(self) -> dict[int, tuple[Type, ...]]:
        """The types of each word's holes."""
        return {number: tuple(hole.type for hole in holes) for number, holes in self.holes.items()}


def read_signatures(symbols: Symbols, diagnostics: Diagnostics) -> Signatures:
    """Read the signatures of all words, and collect the mistakes."""
    signatures = Signatures()
    for number, word in enumerate(symbols.rulebook.words):
        holes = _holes(number, word, symbols, diagnostics, signatures.patterns)
        title, you = word.title, Local("you", Type("seat"))
        kind = signatures.phrases if word.kind == "do" else signatures.terms
        kind[number] = Signature(title, word.body, holes, you, word.turn)
    return signatures


def _holes(
    number: int, word: VocabularyWord, symbols: Symbols, diagnostics: Diagnostics, patterns: list[Pattern]
) -> tuple[Local, ...]:
    """Read the holes of all wordings of a word, and add the wordings to the patterns."""
    names: list[str] = []
    types: dict[str, tuple[Type, str]] = {}
    for say in word.says:
        read = diagnostics.attempt(say, read_pattern, number, say, names)
        if read is None:
            continue
        pattern, holes = read
        patterns.append(pattern.with_long_nouns(long_nouns(symbols.noun_words)))
        for name, kind in holes:
            hole_type = diagnostics.attempt(say, _hole_type, say, name, kind, symbols)
            if hole_type is not None and types.setdefault(name, hole_type) != hole_type:
                message = f"the hole {{{name}}} has two types in the wordings of one word"
                diagnostics.problems.append(Problem(say.where, "bad-pattern", message))
    found = ((name, types.get(name, (NUMBER, ""))) for name in names)
    return tuple(Local(name, hole_type, column=column) for name, (hole_type, column) in found)


def _hole_type(say: Text, name: str, kind: str | None, symbols: Symbols) -> tuple[Type, str]:
    """Return the type of a hole, and the column one of whose values it is, if it is one."""
    wanted = kind or name
    if wanted in ("number", "n"):
        return NUMBER, ""
    nouns = [noun for noun in symbols.nouns.values() if noun.kind != "pieces"]
    wanted = symbols.player_words.get(wanted, wanted)
    for noun in nouns:
        column = noun.group or "" if noun.kind == "value" else ""
        if wanted == noun.one:
            return noun.set_type._replace(many=False), column
        if wanted == noun.many:
            return noun.set_type, column
    known = ["number", *(text for noun in nouns for text in (noun.one, noun.many))]
    meant = closest_match(wanted, known, cutoff=0.7)
    if kind and not meant and name in known and (hole := _turned_hole(say, name, kind)) is not None:
        raise RulebookError(hole)
    message = (
        f"`{kind}` is no type of a hole" if kind else f"of what type is the hole {{{name}}}? write {{{name}: TYPE}}"
    )
    message += f"; types are {', '.join(known)}"
    suggestion = f"`{meant}`" if meant else None
    raise RulebookError(Problem(say.where, "bad-pattern", message, suggestion, replaced=NO_RANGE))


def _turned_hole(say: Text, name: str, kind: str) -> Problem | None:
    """Return a problem for a hole that begins with its type, with the hole as it should be; None if it isn't found."""
    written = re.search(rf"\{{\s*{re.escape(name)}\s*:\s*{re.escape(kind)}\s*\}}", say)
    if written is None or "\n" in say:
        return None
    message = "in a hole, its name comes first and its type second"
    where, length = say.place_at(1, written.start() + 1), len(written[0])
    return Problem(where, "bad-pattern", message, f"`{{{kind}: {name}}}`", length=length)


def check_signatures(grammar: Grammar, signatures: Signatures) -> list[Problem]:
    """Report holes that are named like words of the language, and wordings that can't be told apart."""
    problems: list[Problem] = []
    words = grammar.symbols.rulebook.words
    nouns = {*grammar.symbols.noun_words, *grammar.symbols.player_words}
    for number, holes in signatures.holes.items():
        for name in (hole.name for hole in holes):
            if grammar.is_reserved(name) and name not in nouns:
                owner = grammar.owner_of(name)
                message = f"the hole {{{name}}} has the name of a word of {owner}: take another"
                message += f", or write {{{name}}} there if it is a hole" if owner.startswith("`") else ""
                problems.append(Problem(words[number].says[0].where, "reserved-name", message))
    return problems + _twins(grammar, signatures.types)


def _twins(grammar: Grammar, types: dict[int, tuple[Type, ...]]) -> list[Problem]:
    """Report wordings with the same words and the same types of holes."""
    problems: list[Problem] = []
    for shape in grammar.shapes.values():
        seen: dict[tuple[Type, ...], Pattern] = {}
        for pattern in shape.patterns:
            order = tuple(types[pattern.word][part] for part in pattern.parts if isinstance(part, int))
            first = seen.setdefault(order, pattern)
            if first is not pattern:
                message = (
                    f"`{pattern.text}` and `{first.text}` ({first.text.where}) can't be told apart: they have the same"
                    " words, and holes of the same types"
                )
                if not pattern.text.where.shares_folder(first.text.where):
                    change = f'`replace: [{{at: "words/{first.text}", …}}]`'
                    message += f"; a variant that means another thing by it changes the word: {change}"
                problems.append(Problem(pattern.text.where, "ambiguous-pattern", message))
    return problems


ProbeToken = tuple[str, str]
"""A terminal of the grammar, and its spelling in a message."""


def probe(grammar: Grammar, signatures: Signatures) -> Iterator[Problem]:
    """Report patterns that are not read as themselves, and names that a pattern's word hides."""
    symbols, types = grammar.symbols, signatures.types
    for pattern in signatures.patterns:
        kind = symbols.rulebook.words[pattern.word].kind
        for sample in _samples(grammar, pattern, types[pattern.word], kind):
            start = "program" if kind == "do" else "value"
            end = [("_NL", "")] if kind == "do" else []
            read = grammar.parse_terminals([terminal for terminal, _ in (*sample, *end)], start)
            if read is None or grammar.shapes.get(read) is None or pattern not in grammar.shapes[read].patterns:
                if _is_captured(grammar, [word for _, word in sample]):
                    break
                text = " ".join(word for _, word in sample)
                message = f"`{pattern.text}` can't be used: `{text}` is read as something else, or not at all"
                if kind == "do" and pattern.text.startswith("{"):
                    message += (
                        "; a phrase (`do`) begins with a word for what is done, a condition has `when`, a value `means`"
                    )
                yield Problem(pattern.text.where, "swallowed-pattern", message)
                break
    for name in sorted(symbols.names):
        clash = grammar.pattern_hiding(name)
        if clash is not None:
            message = f"the word `{name}` of `{clash.text}` is also a name in this game; say it differently"
            yield Problem(clash.text.where, "pattern-hides-name", message)


def capture_warnings(grammar: Grammar) -> Iterator[Problem]:
    """Yield a warning for each wording that takes words of the core from all other texts."""
    for taken in grammar.captured_words:
        words = " ".join(taken.words)
        message = f"no other text can go on after `{words}`, which begins this wording; say it differently"
        yield Problem(taken.pattern.text.where, "captured-words", message, severity=WARNING)


def _is_captured(grammar: Grammar, words: list[str]) -> bool:
    """Return True if a wording takes words in this text; a warning blames that one."""
    ends = range(1, len(words) + 1)
    return any(taken.precede(words[:end]) for taken in grammar.captured_words for end in ends)


def _samples(grammar: Grammar, pattern: Pattern, types: tuple[Type, ...], kind: str) -> Iterator[list[ProbeToken]]:
    """Yield the wording with names in its holes; for a phrase also with the longest kind of set."""
    for long in (False, True) if kind == "do" else (False,):
        yield [token for part in pattern.parts for token in _part(grammar, part, types, long)]


def _part(grammar: Grammar, part: str | int, types: tuple[Type, ...], long: bool) -> list[ProbeToken]:
    if isinstance(part, str):
        return [(grammar.terminal(part), part.split("(")[0])]
    hole_type = types[part]
    if hole_type.kind == "number":
        return [("NUMBER", "2")]
    plural = next((noun for noun in grammar.symbols.nouns.values() if noun.kind == hole_type.kind), None)
    if long and hole_type.many and plural is not None and hole_type.kind != "card":
        middle = [("_K_WHERE", "where"), ("_K_IT", "it"), ("_K_IS", "is"), ("NAME", "something")]
        return [(grammar.terminal(plural.many), plural.many), *middle]
    return [("NAME", "something")]


class TermTable:
    """The terms of one game by word: all are `declared`, and get their bodies when they are read.

    Under the word of a phrase is the condition that the phrase can be carried out.

    Attributes:
        declared: Signatures of the conditions and values of the vocabulary.
        resolver: Resolver of the texts, which asks for terms in turn.
        precondition: Returns the statements that find out if a phrase can be carried out, once phrases are read.
    """

    def __init__(self, grammar: Grammar, signatures: Signatures) -> None:
        self.declared = signatures.terms
        self._resolving: list[int] = []
        self.resolver = Resolver(HANDLERS, grammar, signatures.phrases, self.term, self.side)
        self.resolver.open_words, self.resolver.note_answer = self._resolving, self._note_answer
        self._rulebook = grammar.symbols.rulebook
        self.precondition: Callable[[int], Block] = lambda _: ()
        self._read: dict[int, Term] = {}
        self._known: dict[int, Term] = {}
        """Signatures of words that use themselves, as far as they are known."""
        self._answers: dict[int, Type] = {}
        self._depths: dict[int, int] = {}
        self._side: tuple[Local, Expr] | None = None
        self._resolving_side = False

    @property
    def all(self) -> dict[int, Term]:
        """Terms that were read, in the order of their words; then the conditions of phrases."""
        tested = sorted(self._read.keys() - self.declared.keys())
        return {number: self._read[number] for number in (*self.declared, *tested) if number in self._read}

    def term(self, number: int) -> Term:
        """Return a condition or value with its body.

        Raises:
            RulebookError: It is wrong.
        """
        if number in self._read:
            return self._read[number]
        term = self.declared[number] if number in self.declared else self.resolver.phrases[number]
        if number in self._resolving:
            return self._used_by_itself(number, term)
        if len(self._resolving) > MOST_TERMS:
            raise _too_deep(term)
        return self._read.setdefault(number, self._settled(number, term))

    def _settled(self, number: int, term: Signature) -> Term:
        """Return a term with its body; one that uses itself is read again until what it knew of itself is so."""
        for _ in range(MOST_READINGS):
            found = self._term(number, term)
            known = self._known.get(number)
            if known is None or (known.type, known.uses_you) == (found.type, found.uses_you):
                self._check_answers(number, found)
                return found
            self._known[number] = replace(known, body=Computed((), type=found.type), uses_you=found.uses_you)
        raise RulebookError(Problem(term.text.where, "calls-itself", self._recursion_message(number, term)))

    def _term(self, number: int, term: Signature) -> Term:
        self._resolving.append(number)
        try:
            body, block = self._body(number, term)
        finally:
            self._resolving.pop()
        self._depths[number] = 1 + max((self._depths.get(used, 0) for used in terms_in(body)), default=0)
        if self._depths[number] > MOST_TERMS:
            raise _too_deep(term)
        uses_you = number not in self.declared or has_local(body, term.you)
        known = self._known.get(number)
        depth = None if known is None else known.depth
        return Term(
            term.title, term.text, term.parameters, term.you, body=body, uses_you=uses_you, block=block, depth=depth
        )

    def _used_by_itself(self, number: int, term: Signature) -> Term:
        """Return what is known of a term that is being read and uses itself: its type, from an answer before this one.

        Only the body of a word can use the word.
        """
        is_direct = self._resolving[-1] == number and number in self.declared and is_body(term.text)
        if is_direct and number not in self._known:
            is_condition = self._rulebook.words[number].kind == "when"
            answer = CONDITION if is_condition else self._answers.get(number)
            if answer is None:
                raise RulebookError(Problem(term.text.where, "calls-itself", self._recursion_message(number, term)))
            body, depth = Computed((), type=answer), Local("depth", NUMBER)
            self._known[number] = Term(
                term.title, term.text, term.parameters, term.you, body=body, uses_you=False, depth=depth
            )
        if not is_direct:
            raise RulebookError(Problem(term.text.where, "calls-itself", self._recursion_message(number, term)))
        return self._known[number]

    def _note_answer(self, answer: Type) -> None:
        """Note the type of an answer of the term that is being read, if one is."""
        if self._resolving and answer.kind != "nothing":
            self._answers.setdefault(self._resolving[-1], answer._replace(optional=False))

    def _check_answers(self, number: int, term: Term) -> None:
        """Refuse a word that uses itself for each of its answers, and one that uses another one that uses itself."""
        if term.depth is None:
            return
        answers = [each for each in statements_in(term.block) if isinstance(each, Answer)]
        others, seen = {*terms_in(term.body)} - {number}, set[int]()
        while others:
            other = self._read[others.pop()]
            if other.depth is not None:
                message = f"`{term.title}` uses itself and `{other.title}`, which uses itself, too"
                raise RulebookError(Problem(term.text.where, "calls-itself", message))
            others |= {*terms_in(other.body)} - seen
            seen |= others
        if all(number in terms_in(each.value) for each in answers):
            raise RulebookError(Problem(term.text.where, "calls-itself", self._recursion_message(number, term)))

    def _recursion_message(self, number: int, term: Signature) -> str:
        """Return the message for a word that is defined by itself, perhaps because it hides an attribute."""
        found = (re.match(r"(\w+) of (?:the )?\{", wording) for wording in self._rulebook.words[number].says)
        for name in (match.group(1) for match in found if match is not None):
            if name in self.resolver.symbols.attributes:
                kinds = " and ".join(f"each {kind}" for kind in self.resolver.symbols.attributes[name])
                hidden = f"`{term.title}` hides the attribute `{name}` of {kinds}"
                return f"{hidden}: here `{name} of` is the wording itself again; say it differently"
        way_out = "`X is connected to Y through SET`, `group of …`, or by lines that first give an answer without it"
        return f"`{term.title}` is explained by itself: what goes on from thing to thing is said by {way_out}"

    def _body(self, number: int, term: Signature) -> tuple[Expr, Block]:
        if number not in self.declared:
            return self._test(self.precondition(number))
        scope = Scope(term.text, {hole.name: hole for hole in term.parameters}, you=local(term.you))
        is_condition = self._rulebook.words[number].kind == "when"
        if is_body(term.text):
            return resolve_body(self.resolver, scope, is_condition)
        return self.resolver.read(scope, self.resolver.condition if is_condition else self.resolver.value), ()

    def _test(self, block: Block) -> tuple[Expr, Block]:
        """Return the condition that statements find out, with these; the terms in it are read, too."""
        values = tuple(expr for statement in block for expr in expressions_of(statement))
        body = Computed(values, type=CONDITION)
        waiting, seen = [body.parts], set[int]()
        while waiting:
            for used in set[int]().union(*map(terms_in, waiting.pop())) - seen:
                seen.add(used)
                waiting.append((self.term(used).body,))
        return body, block

    def side(self) -> tuple[Local, Expr] | None:
        """Return the expression for the side of a seat, and its name for the seat. None if there is none."""
        text = self._rulebook.side
        if text is None or self._side is not None:
            return self._side
        if not self._rulebook.sides:
            raise RulebookError(Problem(text.where, "unknown-kind", NO_SIDES))
        if self._resolving_side:
            raise RulebookError(Problem(text.where, "calls-itself", "on which side a seat is, is explained by itself"))
        seat = Local("seat", Type("seat"))
        scope = Scope(text, {"seat": seat})
        self._resolving_side = True
        try:
            side = self.resolver.value(scope, self.resolver.syntax(scope), Type("side", optional=True))
        finally:
            self._resolving_side = False
        self._side = seat, side
        return self._side


def _too_deep(term: Signature) -> RulebookError:
    return RulebookError(Problem(term.text.where, "too-deep", f"`{term.title}` is explained through too many others"))
