"""The texts of a rulebook with names and types resolved."""

from __future__ import annotations

from functools import cached_property

from interpreter.language.checking.cost_model import CostModel
from interpreter.language.checking.effects import Dependences
from interpreter.language.checking.information_flow import SecretFinder
from interpreter.language.checking.preconditions import Preconditions
from interpreter.language.diagnostics import Diagnostics, raise_problems
from interpreter.language.ir.builders import local
from interpreter.language.ir.expressions import Expr, IsOmitted, Not
from interpreter.language.ir.statements import Answer, Block, Let, OnlyIf, Signature
from interpreter.language.ir.types import Local, Type
from interpreter.language.reading.grammar import Grammar
from interpreter.language.resolving.hooks import Bends, ResolvedWatch, guarded_call, insert_watch_tests, resolve_watch
from interpreter.language.resolving.public_facts import CertainCondition, PublicFactReader, ZoneFact
from interpreter.language.resolving.scope import Scope
from interpreter.language.resolving.vocabulary import TermTable, check_signatures, probe, read_signatures
from interpreter.language.routines import Routines, declare_routines
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Rulebook, Text
from interpreter.support.errors import Problem


class ResolvedTexts:
    """The resolved texts of one rulebook. Nothing is checked that needs more than one text.

    Attributes:
        diagnostics: The mistakes found so far.
        phrases: Signatures of the vocabulary's phrases, by word number.
        score_seat: The seat whose score the expression `score` computes.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        """Read the vocabulary; `read` reads the rest.

        Raises:
            RulebookError: There are mistakes in the game's own wordings, without which nothing can be read.
        """
        self.rulebook = rulebook
        self.symbols = Symbols(rulebook)
        self.diagnostics = Diagnostics(rulebook)
        self.diagnostics.check_length()
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

    @cached_property
    def cost_model(self) -> CostModel:
        """The work that statements and expressions may do."""
        return CostModel(self.symbols, self.terms.term)

    def read(self) -> None:
        """Read all texts.

        Raises:
            RulebookError: Every mistake in them.
        """
        self._read_texts()
        self.diagnostics.raise_if_any()

    def _read_vocabulary(self) -> None:
        """Read the game's own wordings, and build the grammar from them and the language's."""
        diagnostics = self.diagnostics
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
        book, attempt, terms = self.rulebook, self.diagnostics.attempt, self.terms
        for number, word in terms.declared.items():
            attempt(word.text, terms.term, number)
            if any(problem.code == "too-deep" for problem in self.diagnostics.problems):
                break
        if book.side is not None:
            attempt(book.side, terms.side)
        for number, routine in enumerate(tuple(self.routines.all)):
            if self.diagnostics.is_full(routine.text):
                return
            attempt(routine.text, self._define, number)
        self._read_again()
        bends = Bends(book.words, self.routines, self.resolver, self.diagnostics)
        for bend in book.bends:
            attempt(bend.phrase, bends.bend, bend)
        self._read_again()
        if not self.diagnostics.problems:
            self._read_tests()
        reader = PublicFactReader(self.resolver)
        holds = [
            attempt(zone.holds, reader.zone_fact, zone, zone.holds) for zone in book.zones if zone.holds is not None
        ]
        self.zone_facts = [each for each in holds if each is not None]
        certain = [attempt(text, reader.certain_condition, text) for text in book.certain]
        self.certain_conditions = [each for each in certain if each is not None]
        if not self.diagnostics.problems:
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
        while self.resolver.outdated_phrases and not self.diagnostics.problems:
            for word in sorted(self.resolver.outdated_phrases):
                self.resolver.outdated_phrases.discard(word)
                if not self.is_bent(word):
                    self.diagnostics.attempt(self.phrases[word].text, self._define, self.routines.phrase[word])

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
            self.diagnostics.attempt(self.phrases[word].text, self.terms.term, word)

    def _insert_watches(self) -> None:
        """Test the game's watches after each statement that changes something they read."""
        watches = self.rulebook.watches
        routine_numbers = [
            self.routines.declare(f"watch {number}", each.do, acts=False)
            for number, each in enumerate(watches, start=1)
        ]
        reads = self.reads()
        for number, (each, done) in enumerate(zip(watches, routine_numbers, strict=True)):
            self.diagnostics.attempt(each.do, self._define, done)
            condition = self.diagnostics.attempt(each.when, self._watched, each.when, reads)
            guard = self.routines.declare(f"watch {number + 1}", each.do, acts=False)
            self.routines.define(guard, guarded_call(number, done, each.where))
            if condition is not None:
                self.watches.append(resolve_watch(condition, guard, each.where, reads))
        if not self.diagnostics.problems:
            for number, routine in enumerate(self.routines.all):
                self.routines.define(number, insert_watch_tests(routine.body, self.watches))

    def reads(self) -> Dependences:
        """Read sets of expressions, for the texts as they are now."""
        return Dependences(self.terms.term, self.routines, Preconditions(self.symbols, self.routines))

    def _watched(self, text: Text, reads: Dependences) -> Expr:
        scope = Scope(text)
        condition = self.resolver.read(scope, self.resolver.condition)
        self._read_tests()
        if not reads.of(condition):
            raise_problems([Problem(text.where, "never-changes", "nothing that this looks at ever changes")])
        return condition

    def _number(self, scope: Scope) -> Expr:
        return self.resolver.read(scope, self.resolver.number)
