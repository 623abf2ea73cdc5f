"""Sentences for players: the decisions, conditions and endings they are about, and the expressions in their holes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

from interpreter.language.checking.cost_model import MAX_WORK
from interpreter.language.checking.information_flow import Secret
from interpreter.language.ir.builders import (
    blocks_of,
    descendants_of,
    expressions_in,
    expressions_of,
    statements_in,
)
from interpreter.language.ir.expressions import (
    Const,
    Expr,
    IsPlayable,
    OwnPlace,
    Ref,
    VariableValue,
    WouldChange,
)
from interpreter.language.ir.statements import Block, Choose, Either, End, Let, May, Statement
from interpreter.language.ir.types import SEAT, Local, Type
from interpreter.language.resolving.holes import SentenceHole, problem_at, read_hole, split_sentence
from interpreter.language.resolving.resolved_texts import ResolvedTexts
from interpreter.language.resolving.scope import Scope
from interpreter.rulebook.model import Text
from interpreter.rulebook.player_words import Sentence
from interpreter.rulebook.text import HOLE, slug, spaced_evenly
from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.similar_words import closest_match

MOST_STEPS = MAX_WORK // 10
"""Maximum number of steps to evaluate the holes of a sentence."""
MOST_PURPOSES = 20
"""Maximum number of purposes of decisions that a message lists."""
WINNERS = Local("winners", Type("seat", many=True))
"""The name of the winning seats in a sentence for an ending."""
_HIDDEN = "a player must not learn from a sentence what is hidden from the seat that reads it"

DecisionStatement = Choose | Either | May
SentencePart = str | Expr
"""Plain text, or the expression of a hole."""


@dataclass(frozen=True, slots=True)
class SentenceScope:
    """Names that a sentence's holes can use.

    Attributes:
        names: The names by word.
        you: The seat that reads the sentence; None: everybody.
        lets: Values of names that a `let` binds.
    """

    names: Mapping[str, Local]
    you: Expr | None = None
    lets: Mapping[Local, Expr] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DecisionSite:
    """A decision in the rules.

    Attributes:
        purposes: Its purpose, or the label of its offer, as keys.
        wordings: Wordings of the phrase that asks it, or ids of the cards whose event asks it.
        scope: The names in scope there.
    """

    statement: DecisionStatement
    purposes: tuple[str, ...]
    wordings: tuple[str, ...]
    scope: SentenceScope

    def key_in(self, questions: Iterable[str]) -> str | None:
        """Return the key of its question: that of its purpose, or else of its phrase."""
        keys = {slug(key): key for key in questions if "{" not in key}
        purpose = next((keys[each] for each in self.purposes if each in keys), None)
        return purpose or next((each for each in self.wordings if each in questions), None)


class PlayerSentences:
    """The sentences of a game with the texts they are about.

    Attributes:
        holes: The texts of the holes that were read, by place.
    """

    def __init__(self, analysis: ResolvedTexts, is_recording: bool = False) -> None:
        """Prepare the sentences. With `is_recording`, the resolver records the meanings of names in holes."""
        self.holes: dict[Location, Text] = {}
        self._is_recording = is_recording
        self._analysis = analysis
        self._texts = analysis.rulebook.player_texts
        self._faces, self._everyone = analysis.symbols.faces, analysis.symbols.everyone_mask
        self._variables = analysis.symbols.variables

    @cached_property
    def decisions(self) -> dict[int, DecisionSite]:
        """All decisions of the rules, by the identity of their statement."""
        book, routines = self._analysis.rulebook, self._analysis.routines
        wordings = {number: tuple(map(str, book.words[word].says)) for word, number in routines.phrase.items()}
        usual = {id(word.body): tuple(map(str, word.says)) for word in book.words}  # of phrases that are bent
        for card, event in zip(book.cards, routines.event, strict=True):
            if event is not None:
                wordings[event] = (*wordings.get(event, ()), card.id)
        return {
            id(site.statement): site
            for number, routine in enumerate(routines.all)
            for site in _sites(
                routine.body,
                {each.name: each for each in routine.parameters},
                {},
                wordings.get(number) or usual.get(id(routine.text), ()),
            )
        }

    def scope_of_ending(self) -> SentenceScope:
        """Return the names of a sentence for an ending."""
        return SentenceScope({WINNERS.name: WINNERS})

    def scope_of_word(self, word: int, you: Expr) -> SentenceScope:
        """Return the names of a sentence for a condition of the vocabulary."""
        return SentenceScope({each.name: each for each in self._analysis.terms.term(word).parameters}, you)

    def read(self, text: Text, scope: SentenceScope) -> tuple[SentencePart, ...]:
        """Return the parts of a sentence.

        Raises:
            RulebookError: A hole can't be read, shows what the reader can't see, or could take too long.
        """
        parts: list[SentencePart] = []
        steps = 0
        for part in split_sentence(text):
            if not isinstance(part, SentenceHole):
                parts.append(part)
                continue
            expr = self._hole(part.text, scope)
            steps += self._analysis.cost_model.steps(expr)
            parts.append(expr)
            if steps > MOST_STEPS:
                message = "working out the holes of this sentence could take too long"
                raise problem_at(text, "too-much-work", message)
        return tuple(parts)

    def _hole(self, text: Text, scope: SentenceScope) -> Expr:
        resolver = self._analysis.resolver
        with nullcontext() if self._is_recording else resolver.without_recording():
            expr = read_hole(resolver, Scope(text, dict(scope.names), scope.you))
        self.holes[text.where] = text
        if self._is_hidden(expr, scope, frozenset()):
            raise problem_at(text, "hidden", _HIDDEN)
        return expr

    def _is_hidden(self, expr: Expr, scope: SentenceScope, known: frozenset[Local]) -> bool:
        """Return True if an expression, or the value of a name in it, depends on what the reader can't see."""

        def is_secret(look: Secret) -> bool:
            if isinstance(look, IsPlayable | WouldChange):
                return True
            if isinstance(look, VariableValue):
                return self._variables[look.variable].visible != "everyone"
            return not self._sees_into(look.parts[0], scope.you)

        if self._analysis.secrets.first_in(expr, is_secret) is not None:
            return True
        named = {part.local for part in descendants_of(expr) if isinstance(part, Ref)} - known
        return any(self._is_hidden(scope.lets[each], scope, known | named) for each in named if each in scope.lets)

    def _sees_into(self, zone: Expr, you: Expr | None) -> bool:
        if isinstance(zone, Const):
            return all(self._faces[each] == self._everyone for each in zone.members)
        if not isinstance(zone, OwnPlace):
            return False
        face = self._faces[zone.first]
        return face == self._everyone or (face == 1 and you is not None and zone.whose == you)

    # -- checks

    def problems(self) -> Iterator[Problem]:
        """Yield the mistakes in the game's sentences.

        With variants, only sentences in the variants' own files are checked: a variant may have changed what the others
        are about.
        """
        yield from self._goals()
        yield from self._questions()
        yield from self._refusals()
        yield from self._endings()
        yield from self._told()

    def _is_checked(self, text: str) -> bool:
        files = {overlay.where.file for overlay in self._analysis.rulebook.overlays}
        return not files or (isinstance(text, Text) and text.where.file in files)

    def _goals(self) -> Iterator[Problem]:
        for sentence in self._texts.goals.values():
            for text in filter(self._is_checked, sentence.values()):
                if (brace := HOLE.search(text)) is not None:
                    hole = text.part(brace.start(), brace.end())
                    yield from problem_at(hole, "bad-hole", "a goal holds for the whole game: it has no holes").problems

    def _questions(self) -> Iterator[Problem]:
        asked: dict[str, list[DecisionSite]] = {}
        for site in self.decisions.values() if self._texts.questions else ():
            key = site.key_in(self._texts.questions)
            if key is not None:
                asked.setdefault(key, []).append(site)
        for key, parts in self._texts.questions.items():
            if key not in asked and self._is_checked(key) and not self._is_shadowed(key):
                known = {each for site in self.decisions.values() for each in (*site.purposes, *site.wordings)}
                message = f"no decision has the purpose `{key}`, and no phrase or card of this name asks one"
                meant = closest_match(key, known)
                purposes = sorted({each for site in self.decisions.values() for each in site.purposes})
                if meant is None and 0 < len(purposes) <= MOST_PURPOSES:
                    message += f"; the purposes are {', '.join(purposes)}"
                yield from problem_at(key, "unknown-purpose", message, meant).problems
            for part, sentence in parts.items():
                sites = [site for site in asked.get(key, ()) if part == "question" or _has_way_out(site, part)]
                if asked.get(key) and not sites:
                    message = f"no decision with the key `{key}` has the answer `{part}`"
                    yield from problem_at(sentence["en"], "unknown-answer", message).problems
                yield from self._sentences(sentence, [site.scope for site in sites])

    def _is_shadowed(self, key: str) -> bool:
        """Return True if decisions fit a key, but all of them have more specific words."""
        return any(key in site.wordings or slug(key) in site.purposes for site in self.decisions.values())

    def _sentences(self, sentence: Sentence, scopes: Iterable[SentenceScope]) -> Iterator[Problem]:
        """Yield the mistakes in a sentence in all languages, each once."""
        found: dict[Location, Problem] = {}
        for text in filter(self._is_checked, sentence.values()):
            for scope in scopes:
                try:
                    self.read(text, scope)
                except RulebookError as error:
                    for problem in error.problems:
                        excerpt = problem.excerpt or text.excerpt(problem.where)
                        found.setdefault(problem.where, replace(problem, excerpt=excerpt))
        yield from found.values()

    def _refusals(self) -> Iterator[Problem]:
        if not any(
            self._is_checked(text) for key, said in self._texts.refusals.items() for text in (key, *said.values())
        ):
            return
        book, terms = self._analysis.rulebook, self._analysis.terms
        words = {str(say): number for number, word in enumerate(book.words) if word.kind == "when" for say in word.says}
        conditions = self._conditions()
        you = Ref(Local("you", SEAT), type=SEAT)
        for key, sentence in self._texts.refusals.items():
            if key in words:
                terms.term(words[key])
                yield from self._sentences(sentence, [self.scope_of_word(words[key], you)])
            elif key in conditions:
                yield from self._sentences(sentence, [SentenceScope(conditions[key], you)])
            elif self._is_checked(key):
                message = f"the rules have no condition or set `{key}`, and no word with `when` has this wording"
                meant = closest_match(key, [*words, *conditions])
                yield from problem_at(key, "unknown-condition", message, meant).problems

    def _conditions(self) -> dict[str, dict[str, Local]]:
        """Return the names in scope by condition or set as it is written."""
        found: dict[str, dict[str, Local]] = {}
        routines, terms = self._analysis.routines.all, self._analysis.terms.all.values()
        bodies = [(list(expressions_in(routine.body)), routine.body, routine.parameters) for routine in routines]
        bodies += [([term.body], (), term.parameters) for term in terms]
        for exprs, block, parameters in bodies:
            names = {each.name: each for each in (*parameters, *_bound_in(block))}
            parts = [part for expr in exprs for part in descendants_of(expr)]
            for part in parts:
                if part.source_range is not None:
                    found.setdefault(part.source_range.words.removeprefix("and "), {}).update(names)
        return found

    def _endings(self) -> Iterator[Problem]:
        if not self._texts.endings:
            return
        ends = (each for routine in self._analysis.routines.all for each in statements_in(routine.body))
        reasons = {each.reason for each in ends if isinstance(each, End)}
        for key, sentence in self._texts.endings.items():
            if key not in reasons and self._is_checked(key):
                message = f"the game never ends with the reason `{key}`"
                yield from problem_at(key, "unknown-reason", message, closest_match(key, reasons)).problems
            yield from self._sentences(sentence, [self.scope_of_ending()])

    def _told(self) -> Iterator[Problem]:
        """Yield holes of translated sentences that the English ones don't have."""
        for key, sentence in self._texts.told.items():
            known = [spaced_evenly(found[1]) for found in HOLE.finditer(key) if found[1]]
            for text in sentence.values():
                for found in HOLE.finditer(text) if self._is_checked(text) else ():
                    if spaced_evenly(found[1] or "") not in known:
                        hole = text.part(found.start(), found.end())
                        message = "the English sentence has no such hole"
                        yield from problem_at(hole, "bad-hole", message, closest_match(found[1] or "", known)).problems


def _has_way_out(site: DecisionSite, part: str) -> bool:
    return isinstance(site.statement, Choose) and site.statement.way_out == part


def _sites(
    block: Block, names: Mapping[str, Local], lets: Mapping[Local, Expr], wordings: tuple[str, ...]
) -> Iterator[DecisionSite]:
    """Yield the decisions of a block, each with the names in scope there."""
    names, lets = dict(names), dict(lets)
    for statement in block:
        if isinstance(statement, Choose | Either | May):
            label = "" if isinstance(statement, Either) else slug(statement.label)
            scope = SentenceScope(dict(names), statement.you, dict(lets))
            yield DecisionSite(statement, (label,) if label else (), wordings, scope)
        if isinstance(statement, Let):
            lets[statement.name] = statement.value
        names |= {each.name: each for each in _bound(statement)}
        for inner in blocks_of(statement):
            yield from _sites(inner, names, lets, wordings)


def _bound(statement: Statement) -> list[Local]:
    """Return the names that a statement binds."""
    values = (getattr(statement, each.name) for each in fields(statement))
    return [value for value in values if isinstance(value, Local)]


def _bound_in(block: Block) -> list[Local]:
    """Return the names that the statements of a block and the sets in them bind."""
    found = [each for statement in statements_in(block) for each in _bound(statement)]
    for statement in statements_in(block):
        for expr in expressions_of(statement):
            found += [it for part in descendants_of(expr) if isinstance(it := getattr(part, "it", None), Local)]
    return found
