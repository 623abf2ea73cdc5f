"""Semantic analysis of a rulebook's texts: reading, name and type resolution, and the checks before lowering.

It includes the public facts about hidden cards that the rulebook states: the `zone_fact` of a zone, and
`certain_condition`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.language.checking.checks import (
    check_acting,
    check_offers,
    check_positions,
    check_routines,
    check_work,
    choices_of_several,
    is_too_deep,
    is_too_deep_block,
    routines_needing_seat,
)
from interpreter.language.checking.cost_model import CostModel
from interpreter.language.checking.effects import Dependences, Effects
from interpreter.language.checking.information_flow import SecretFinder
from interpreter.language.checking.preconditions import Preconditions
from interpreter.language.checking.remembered_secrets import remembers_secrets
from interpreter.language.checking.told_sentences import ToldSecrets
from interpreter.language.checking.warnings import condition_warnings, find_warnings
from interpreter.language.diagnostics import Diagnostics, raise_problems
from interpreter.language.ir.builders import local
from interpreter.language.ir.expressions import (
    Const,
    Expr,
    IsOmitted,
    IsPlayable,
    Not,
    OwnPlace,
    OwnZones,
    Random,
    TermCall,
    WouldChange,
)
from interpreter.language.ir.nodes import ZoneRead
from interpreter.language.ir.statements import Answer, Block, Let, OnlyIf, Signature
from interpreter.language.ir.types import Local, Type, kind_named
from interpreter.language.reading.grammar import Grammar
from interpreter.language.resolving.hooks import Bends, ResolvedWatch, guarded_call, insert_watch_tests, resolve_watch
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope
from interpreter.language.resolving.vocabulary import (
    TermTable,
    capture_warnings,
    check_signatures,
    probe,
    read_signatures,
)
from interpreter.language.routines import Routines, declare_routines
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Rulebook, Text, Zone
from interpreter.support.errors import Problem, RulebookError

UNCERTAIN_OPERATIONS = (Random, IsPlayable, WouldChange)
"""Operations whose result does not depend on the position alone."""


@dataclass(frozen=True, slots=True)
class ZoneFact:
    """A fact about each card in the zones with these numbers. `owner` is the seat or space whose zone it is."""

    text: Text
    zones: range
    owner: Local
    it: Local
    condition: Expr


@dataclass(frozen=True, slots=True)
class CertainCondition:
    """A condition that holds at every decision. `reads` are the zones that it reads; None if they may be any."""

    text: Text
    condition: Expr
    reads: frozenset[int] | None


class PublicFactReader:
    """A reader of these texts of one rulebook. It raises RulebookError for a text that is wrong."""

    def __init__(self, resolver: Resolver) -> None:
        self._symbols = resolver.symbols
        self._resolver = resolver

    def zone_fact(self, zone: Zone, text: Text) -> ZoneFact:
        """Read the fact that a zone states about its cards."""
        name = {"seat": "seat", "space": self._symbols.nouns["space"].one}.get(zone.per or "", "")
        owner, it = Local(name, Type(kind_named(zone.per or "seat"))), Local("it", Type("card"))
        condition = self._condition(Scope(text, {name: owner} if name else {}, it=local(it)))
        for part in self._parts(condition):
            if isinstance(part, ZoneRead) and not self._is_open(part.parts[0]):
                message = "`holds` speaks of one card by what lies open; what is so of several is said under `certain`"
                raise RulebookError(Problem(text.where, "looks-at-cards", message))
        return ZoneFact(text, self._symbols.zones_from(self._symbols.zone_index[zone.id]), owner, it, condition)

    def certain_condition(self, text: Text) -> CertainCondition:
        """Read a condition under `certain_condition`."""
        condition = self._condition(Scope(text))
        reads: set[int] | None = set()
        for part in self._parts(condition):
            if part.type.kind == "zone" and reads is not None:
                zones = self._zones(part)
                reads = None if zones is None else reads | zones
        return CertainCondition(text, condition, None if reads is None else frozenset(reads))

    def _condition(self, scope: Scope) -> Expr:
        condition = self._resolver.condition(scope, self._resolver.syntax(scope))
        for part in self._parts(condition):
            if isinstance(part, UNCERTAIN_OPERATIONS):
                message = "what is always so can't depend on chance, nor on what could be played"
                raise RulebookError(Problem(scope.text.where, "not-certain", message))
        return condition

    def _parts(self, expr: Expr) -> list[Expr]:
        """Return the expression with all its parts, including those of words of the vocabulary that it uses."""
        found: list[Expr] = []
        waiting, seen = [expr], set[int]()
        while waiting:
            part = waiting.pop()
            found.append(part)
            waiting += part.parts
            if isinstance(part, TermCall) and part.word not in seen:
                seen.add(part.word)
                waiting.append(self._resolver.term_of(part.word).body)
        return found

    def _zones(self, zone: Expr) -> set[int] | None:
        if isinstance(zone, Const):
            return set(zone.members)
        return set(self._symbols.zones_from(zone.first)) if isinstance(zone, OwnPlace | OwnZones) else None

    def _is_open(self, zone: Expr) -> bool:
        zones = self._zones(zone)
        return zones is not None and all(self._symbols.faces[number] == self._symbols.everyone_mask for number in zones)


class Analysis:
    """The analysed texts of one rulebook.

    Attributes:
        phrases: Signatures of the vocabulary's phrases, by word number.
        argument_types: Types of the arguments that the game's own calls pass to each phrase, by word number.
        score_seat: The seat whose score the expression `score` computes.
        is_deeply_nested: True if a text is nested so deeply that only a backend can tell if it can be carried out.
    """

    def __init__(self, rulebook: Rulebook, mistakes: list[Problem] | None = None) -> None:
        """Analyse all texts of a rulebook.

        Args:
            rulebook: The rulebook to analyse.
            mistakes: If given, collects the mistakes instead of raising them. The analysis then covers the texts that
                can be read, and nothing in it can be carried out.

        Raises:
            RulebookError: Every mistake in the texts. With `mistakes`, only those in the game's own wordings, without
                which nothing can be read.
        """
        self.rulebook = rulebook
        self.symbols = Symbols(rulebook)
        self._diagnostics = Diagnostics(rulebook)
        self._diagnostics.check_length()
        self._read_vocabulary()
        self.resolver = self.terms.resolver
        self.secrets = SecretFinder(self.terms.term, self.symbols)
        self.routines: Routines = declare_routines(rulebook, self.phrases)
        self.terms.precondition = self._precondition
        self.zone_facts: list[ZoneFact] = []
        self.certain_conditions: list[CertainCondition] = []
        self.watches: list[ResolvedWatch] = []
        self.score: Expr | None = None
        self.score_seat = Local("seat", Type("seat"))
        self.checked_texts: set[tuple[object, ...]] = set()
        try:
            self._read_all()
        except RulebookError as error:
            if mistakes is None:
                raise
            mistakes += error.problems

    def _read_all(self) -> None:
        """Read every text, then run the checks that need all of them."""
        self._read_texts()
        self._diagnostics.raise_if_any()
        self._diagnostics.problems += check_routines(self.routines, self._reads())
        self._diagnostics.problems += ToldSecrets(self.routines, self.secrets, self.symbols).problems()
        self._diagnostics.problems += check_positions(self.routines, self.secrets, self.symbols)
        self.acting_routines = routines_needing_seat(self.routines)
        self._diagnostics.problems += check_acting(self.routines, self.routines.all, self.acting_routines)
        self._diagnostics.raise_if_any()
        self.argument_types = {number: hole_types(phrase) for number, phrase in self.phrases.items()}
        self.cost_model = CostModel(self.symbols, self.terms.term)
        self._diagnostics.problems += check_work(
            self.cost_model, self.routines.all, self.terms.all, self._other_expressions()
        )
        self._diagnostics.raise_if_any()
        self.preconditions = Preconditions(self.symbols, self.routines)
        self.is_deeply_nested = (
            self._diagnostics.attempt(self.rulebook.start, self._check_offers) or self._has_deep_text()
        )
        self._diagnostics.raise_if_any()

    def remembers_secrets(self) -> bool:
        """Return True if the rules may remember something hidden, except cards, while a seat decides."""
        return remembers_secrets(self.routines, self.secrets, self.symbols)

    def _check_offers(self) -> bool:
        """True if a precondition of an offer is nested deeply.

        Raises:
            RulebookError: A precondition can't be worked out.
        """
        return any(map(is_too_deep, check_offers(self.routines, self.preconditions, self.cost_model)))

    def _has_deep_text(self) -> bool:
        """True if a text is nested deeply."""
        words = (term.body for term in self.terms.all.values())
        others = (expr for _, expr in self._other_expressions())
        return any(map(is_too_deep, (*words, *others))) or any(
            is_too_deep_block(each.body) for each in self.routines.all
        )

    def _read_vocabulary(self) -> None:
        """Read the game's own wordings, and build the grammar from them and the language's."""
        diagnostics = self._diagnostics
        signatures = read_signatures(self.symbols, diagnostics)
        diagnostics.raise_if_any()
        grammar = diagnostics.attempt(self.rulebook.start, Grammar, self.symbols, signatures.patterns)
        diagnostics.raise_if_any()
        assert grammar is not None
        diagnostics.problems += check_signatures(grammar, signatures)
        diagnostics.problems += probe(grammar, signatures)
        diagnostics.raise_if_any()
        self.grammar: Grammar = grammar
        self.phrases = signatures.phrases
        self.terms = TermTable(grammar, signatures)

    def _read_texts(self) -> None:
        """Read all texts, and collect the mistakes."""
        book, attempt, terms = self.rulebook, self._diagnostics.attempt, self.terms
        for number, word in terms.declared.items():
            attempt(word.text, terms.term, number)
            if any(problem.code == "too-deep" for problem in self._diagnostics.problems):
                break
        if book.side is not None:
            attempt(book.side, terms.side)
        for number, routine in enumerate(tuple(self.routines.all)):
            if self._diagnostics.is_full(routine.text):
                return
            attempt(routine.text, self._define, number)
        self._read_again()
        bends = Bends(book.words, self.routines, self.resolver, self._diagnostics)
        for bend in book.bends:
            attempt(bend.phrase, bends.bend, bend)
        self._read_again()
        if not self._diagnostics.problems:
            self._read_tests()
        reader = PublicFactReader(self.resolver)
        holds = [
            attempt(zone.holds, reader.zone_fact, zone, zone.holds) for zone in book.zones if zone.holds is not None
        ]
        self.zone_facts = [each for each in holds if each is not None]
        certain = [attempt(text, reader.certain_condition, text) for text in book.certain]
        self.certain_conditions = [each for each in certain if each is not None]
        if not self._diagnostics.problems:
            self._insert_watches()
        if book.score is not None:
            self.score = attempt(book.score, self._number, Scope(book.score, {"seat": self.score_seat}))
            self._read_tests()

    def read_routine(self, routine: Signature) -> Block:
        """Return the statements of a routine's text.

        Raises:
            RulebookError: The text can't be read.
        """
        you = None if routine.you.type.optional else local(routine.you)
        holes = {hole.name: hole for hole in routine.parameters}
        scope = Scope(routine.text, holes, you, can_try=True, is_event=routine.is_event)
        return self.resolver.program(scope)

    def _define(self, number: int) -> None:
        routine = self.routines.all[number]
        body = self.read_routine(routine)
        if self.symbols.omissions is not None and routine.is_event:
            omitted = IsOmitted(self.symbols.omissions.number_at(routine.text.where))
            body = (OnlyIf(routine.text.where, Not(omitted)), *body)
        self.routines.define(number, body)

    def _read_again(self) -> None:
        """Reread the phrases whose parameters turned out to be optional."""
        while self.resolver.outdated_phrases and not self._diagnostics.problems:
            for word in sorted(self.resolver.outdated_phrases):
                self.resolver.outdated_phrases.discard(word)
                if not self.is_bent(word):
                    self._diagnostics.attempt(self.phrases[word].text, self._define, self.routines.phrase[word])

    def holes_of(self, word: int) -> tuple[Local, ...]:
        """Parameters of a word of the vocabulary, in the order of its wordings."""
        return self.phrases[word].parameters if word in self.phrases else self.terms.term(word).parameters

    def is_bent(self, word: int) -> bool:
        """True if a bend has changed a phrase, so that its own text no longer defines it."""
        return self.phrases[word].text is not self.rulebook.words[word].body

    def _precondition(self, word: int) -> Block:
        """Return the statements that find out if a phrase can be carried out."""
        phrase = self.routines.all[self.routines.phrase[word]]
        named, condition = Preconditions(self.symbols, self.routines).test(phrase.body)
        where = phrase.text.where
        return (*(Let(where, name, value) for name, value in named), Answer(where, condition))

    def _read_tests(self) -> None:
        """Read the conditions that phrases can be carried out, as far as the texts ask for them."""
        for word in sorted(self.resolver.tested_phrases):
            self._diagnostics.attempt(self.phrases[word].text, self.terms.term, word)

    def _insert_watches(self) -> None:
        """Test the game's watches after each statement that changes something they read."""
        watches = self.rulebook.watches
        routine_numbers = [
            self.routines.declare(f"watch {number}", each.do, acts=False)
            for number, each in enumerate(watches, start=1)
        ]
        reads = self._reads()
        for number, (each, done) in enumerate(zip(watches, routine_numbers, strict=True)):
            self._diagnostics.attempt(each.do, self._define, done)
            condition = self._diagnostics.attempt(each.when, self._watched, each.when, reads)
            guard = self.routines.declare(f"watch {number + 1}", each.do, acts=False)
            self.routines.define(guard, guarded_call(number, done, each.where))
            if condition is not None:
                self.watches.append(resolve_watch(condition, guard, each.where, reads))
        if not self._diagnostics.problems:
            for number, routine in enumerate(self.routines.all):
                self.routines.define(number, insert_watch_tests(routine.body, self.watches))

    def _reads(self) -> Dependences:
        """Read sets of expressions, for the texts as they are now."""
        return Dependences(self.terms.term, self.routines, Preconditions(self.symbols, self.routines))

    def _watched(self, text: Text, reads: Dependences) -> Expr:
        scope = Scope(text)
        condition = self.resolver.condition(scope, self.resolver.syntax(scope))
        self._read_tests()
        if not reads.of(condition):
            raise_problems([Problem(text.where, "never-changes", "nothing that this looks at ever changes")])
        return condition

    def warnings(self) -> tuple[Problem, ...]:
        """Return doubtful spots in texts that can be carried out, by file and line."""
        others = [expr for _, expr in self._other_expressions()]
        found = find_warnings(Effects(self.routines, self._reads()), self.symbols, self.terms.all, others)
        singular = {noun.many: noun.one for noun in self.symbols.nouns.values()}
        found += choices_of_several((each.text for each in self.routines.all), self.grammar, singular)
        found += self.resolver.warnings.values()
        found += capture_warnings(self.grammar)
        return self._deduplicate(found)

    def odd_conditions(self, conditions: Iterable[tuple[Text, Expr]]) -> tuple[Problem, ...]:
        """Return those conditions from outside the texts, such as from tables, that never hold or always do."""
        placed = [(text.where, condition) for text, condition in conditions]
        return self._deduplicate(
            condition_warnings(Effects(self.routines, self._reads()), self.symbols, self.terms.all, placed)
        )

    def _deduplicate(self, found: Iterable[Problem]) -> tuple[Problem, ...]:
        """Return each problem once, with its excerpt, by file and line."""
        unique = dict.fromkeys(self._diagnostics.with_excerpt(problem) for problem in found)
        return tuple(sorted(unique, key=lambda problem: problem.where))

    def _number(self, scope: Scope) -> Expr:
        return self.resolver.read(scope, self.resolver.number)

    def _other_expressions(self) -> list[tuple[Text, Expr]]:
        """Expressions that belong to no routine, with their texts."""
        text = self.rulebook.score
        score = [(text, self.score)] if text is not None and self.score is not None else []
        known: list[ZoneFact | CertainCondition] = [*self.zone_facts, *self.certain_conditions]
        return score + [(each.text, each.condition) for each in known]


def hole_types(phrase: Signature) -> tuple[Type, ...]:
    """Types of a phrase's parameters."""
    return tuple(hole.type for hole in phrase.parameters)
