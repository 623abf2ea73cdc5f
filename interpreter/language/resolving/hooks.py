"""Hooks: rules that run when a phrase is called, or when the state changes.

A *bend* is a rule of a variant that wraps a phrase. Callers of the phrase get the rule, which may call the usual
phrase. A *watch* is a condition of the rules that is tested after each statement that changes something it reads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from interpreter.language.checking.effects import Dependences
from interpreter.language.diagnostics import Diagnostics
from interpreter.language.ir.builders import FALSE, NOBODY, TRUE, conjunction, local, negation, rewrite
from interpreter.language.ir.expressions import Expr, IsOmitted, IsWatchRunning, Not
from interpreter.language.ir.nodes import Aspect
from interpreter.language.ir.statements import Assign, Block, CallRoutine, If, May, Must, Routine, Signature, Statement
from interpreter.language.ir.types import Local, Type
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope
from interpreter.language.routines import Routines
from interpreter.rulebook.model import Bend, Text, VocabularyWord
from interpreter.rulebook.text import slug
from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.similar_words import closest_match


class Bends:
    """The bends of one game's phrases. A later bend of the same phrase wraps the earlier ones."""

    def __init__(
        self, words: tuple[VocabularyWord, ...], routines: Routines, resolver: Resolver, diagnostics: Diagnostics
    ) -> None:
        self._words = words
        self._routines = routines
        self._resolver = resolver
        self._diagnostics = diagnostics

    def bend(self, bend: Bend) -> None:
        """Put the rule in the phrase's place.

        Raises:
            RulebookError: There is no such phrase, or `when` is wrong.
        """
        word = self._bent_word(bend.phrase)
        number = self._routines.phrase[word]
        usual = self._routines.all[number]
        as_usual = self._routines.add(usual)
        holes = tuple(Local(hole.name, hole.type, column=hole.column) for hole in usual.parameters)
        you = Local("you", usual.you.type)
        names = {hole.name: hole for hole in holes}
        scope = Scope(bend.do, dict(names), local(you), bent=(word, as_usual), can_try=True)
        body = self._diagnostics.attempt(bend.do, self._resolver.program, scope) or ()
        test = TRUE if bend.when is None else self._test(Scope(bend.when, dict(names), local(you), can_try=True))
        omissions = self._resolver.symbols.omissions
        if omissions is not None:
            test = conjunction(Not(IsOmitted(omissions.number_at(bend.where))), test)
        run = CallRoutine(bend.where, as_usual, tuple(local(hole) for hole in holes), local(you))
        usually: Block | None = (run,) if bend.kind == "instead of" else None
        if bend.offer is not None:
            self._check_offer(bend.offer)
            option = Local("option", Type("text"))
            body = (May(bend.where, option, str(bend.offer), body, local(you), usually or ()),)
        bent = If(bend.where, ((test, body),), usually)
        orders: dict[str, Block] = {"before": (bent, run), "instead of": (bent,), "after": (run, bent)}
        bent_before = sum(routine.title.startswith(f"{usual.title}, as usual") for routine in self._routines.all)
        title = f"{usual.title}, as usual" + (f" ({bent_before + 1})" if bent_before else "")
        self._routines.all[as_usual] = replace(usual, title=title, begins_turn=False)
        self._routines.all[number] = Routine(
            usual.title, bend.do, holes, you, usual.begins_turn, body=orders[bend.kind]
        )
        self._resolver.phrases[word] = Signature(usual.title, bend.do, holes, you, usual.begins_turn)

    def _test(self, scope: Scope) -> Expr:
        return self._resolver.read(scope, self._resolver.condition)

    def _check_offer(self, label: Text) -> None:
        if not slug(label):
            problem = Problem(label.where, "bad-label", "a label needs a letter or a digit")
            self._diagnostics.problems.append(problem)

    def _bent_word(self, phrase: Text) -> int:
        """Return the word of the vocabulary with that wording.

        Raises:
            RulebookError: There is none.
        """
        wanted = plain(phrase)
        wordings = {str(say): number for number in self._resolver.phrases for say in self._words[number].says}
        for say, number in wordings.items():
            if plain(say) == wanted:
                return number
        meant = closest_match(str(phrase), wordings)
        message = f"there is no phrase `{phrase}` that could be bent"
        where, replaced = phrase.where, (phrase.where.column, len(phrase))
        suggestion = f"`{meant}`" if meant else None
        raise RulebookError(Problem(where, "unknown-phrase", message, suggestion, replaced=replaced))


def plain(wording: str) -> str:
    """Return a wording without articles, types of holes and extra spaces, for comparison."""
    words = re.sub(r"\{\s*(\w+)[^}]*\}", r"{\1}", wording).split()
    return " ".join(word for word in words if word not in ("a", "an", "the"))


@dataclass(frozen=True, slots=True)
class ResolvedWatch:
    """A watch: its condition, the number of the routine to carry out when it holds, and the aspects that it reads."""

    condition: Expr
    routine: int
    reads: frozenset[Aspect]
    where: Location

    def test(self, number: int) -> If:
        """Return the test to insert after a statement that changes something the watch reads.

        The routine is not started again while it is under way; `number` is the watch's index in the state.
        """
        condition = conjunction(self.condition, negation(under_way(number)))
        return If(self.where, ((condition, (CallRoutine(self.where, self.routine, (), NOBODY),)),), None)


def resolve_watch(condition: Expr, routine: int, where: Location, reads: Dependences) -> ResolvedWatch:
    """Make a watch; `reads` finds the aspects that its condition reads."""
    return ResolvedWatch(condition, routine, frozenset(reads.of(condition)), where)


def under_way(number: int) -> IsWatchRunning:
    """Return the condition that the routine of a watch is under way."""
    return IsWatchRunning(number)


def guarded_call(number: int, routine: int, where: Location) -> Block:
    """Return the call of a watch's routine, marked as under way."""
    return (
        Assign(where, "set", under_way(number), TRUE),
        CallRoutine(where, routine, (), NOBODY),
        Assign(where, "set", under_way(number), FALSE),
    )


def insert_watch_tests(block: Block, watches: list[ResolvedWatch]) -> Block:
    """Insert the tests of the watches in a block and in the blocks inside it."""

    def tested(statement: Statement) -> list[Statement]:
        changed = (statement.inner if isinstance(statement, Must) else statement).changes()
        tests = (each.test(number) for number, each in enumerate(watches) if not changed.isdisjoint(each.reads))
        return [statement, *tests]

    return rewrite(block, tested) if watches else block
