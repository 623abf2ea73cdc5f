"""From a rulebook to a program: every text read, named, checked and lowered, with all mistakes reported together."""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

from interpreter.errors import Problem, RulebookError, Where, nearest
from interpreter.language import certainties, helpers
from interpreter.language.cards import card_functions
from interpreter.language.checks import check_acting, check_routines, check_work, reads
from interpreter.language.doable import Doable, untried
from interpreter.language.flow import Flow
from interpreter.language.grammar import Grammar, Pattern, read_pattern
from interpreter.language.lower import Lowering
from interpreter.language.parts import DecisionInfo, Run, blocks_of
from interpreter.language.probes import probe
from interpreter.language.resolve import Resolver
from interpreter.language.resolve_names import Scope
from interpreter.language.statements import StatementResolver
from interpreter.language.symbols import Symbols
from interpreter.language.tree import (
    CONDITION,
    NUMBER,
    TRUE,
    Block,
    Call,
    Expr,
    If,
    Local,
    May,
    Must,
    Routine,
    Term,
    Type,
    local,
    mentions,
    terms_in,
)
from interpreter.language.watching import Watch, once, put_in, watch
from interpreter.language.weights import Weights
from interpreter.rulebook.model import Bend, Rulebook, Text
from interpreter.rulebook.names import NO_SIDES
from interpreter.rulebook.texts import slug

Segment = Callable[[Any, list[Any], list[list[int]], list[Any]], int]


MOST_TERMS = 50
"""Words that a condition or value may be explained through, one by way of the other."""


@dataclass(slots=True)
class Code:
    """One lowering of a game. `segments` by number; `namespace` is what the source was run in."""

    flow: Flow
    segments: list[Segment]
    namespace: dict[str, Any]

    @property
    def decisions(self) -> list[DecisionInfo]:
        return self.flow.decisions


class Program:
    """A rulebook that can be played. `quick` is lowered without a log, `logged` with; both make the same matches."""

    def __init__(self, rulebook: Rulebook) -> None:
        """Raises RulebookError with every mistake in the texts."""
        self.rulebook = rulebook
        self.symbols = Symbols(rulebook)
        self.problems: list[Problem] = []
        self._terms: dict[int, Term] = {}
        self._resolving: list[int] = []
        self._depths: dict[int, int] = {}
        self._phrases: dict[int, Routine] = {}
        self._side_value: tuple[Local, Expr] | None = None
        self._resolving_side = False
        patterns = self._patterns()
        self._attempt(rulebook.start, self._make_grammar, patterns)
        self._stop_if_wrong()
        holes = {number: phrase.holes for number, phrase in self._phrases.items()}
        holes |= {number: term.holes for number, term in self._terms.items()}
        types = {number: tuple(hole.type for hole in own) for number, own in holes.items()}
        for number, names in ((number, [hole.name for hole in own]) for number, own in holes.items()):
            for name in names:
                if self.grammar.reserved(name) and name not in self.symbols.nouns_one:
                    message = f"the hole {{{name}}} has the name of a word of the language: take another"
                    self.problems.append(Problem(rulebook.words[number].says[0].where, "reserved-name", message))
        self.problems += self._twins(types)
        self.problems += probe(self.grammar, self.symbols, patterns, rulebook.words, types)
        self._stop_if_wrong()
        self.values = Resolver(self.symbols, self.grammar, self.term, self._title, self._side)
        self.statements = StatementResolver(self.values, self._phrases)
        self._resolve_all()
        self._stop_if_wrong()
        self.problems += check_routines(self.routines, self.phrase_number, self.trigger_number, self._terms)
        self.problems += check_acting(self.routines, self.phrase_number)
        self._stop_if_wrong()
        self.weights = Weights(self.symbols, self.term)
        scores = [(book_score, self.score)] if (book_score := rulebook.score) is not None and self.score else []
        scores += [(each.text, each.condition) for each in self._holds]
        scores += [(each.text, each.condition) for each in self._certain]
        self.problems += check_work(self.weights, self.routines, self._terms, scores)
        self._stop_if_wrong()
        self._codes: dict[bool, Code] = {}

    # -- what everybody knows

    @cached_property
    def holds(self) -> dict[int, tuple[int, Callable[..., bool]]]:
        """By the number of a zone: its owner, and what is known of each card there, a function `(v, z, owner, it)`."""
        found = {}
        for holds in self._holds:
            condition = self._lowered(holds.condition, {holds.owner: "owner", holds.it: "it"})
            for owner, zone in enumerate(holds.zones):
                found[zone] = owner, condition
        return found

    @cached_property
    def certain(self) -> list[tuple[Callable[..., bool], frozenset[int] | None]]:
        """What holds at every decision, as functions `(v, z)`, with the zones that each looks into (None: any)."""
        return [(self._lowered(certain.condition, {}), certain.reads) for certain in self._certain]

    def _lowered(self, condition: Expr, names: dict[Local, str]) -> Callable[..., bool]:
        body = self.code(False).flow.lowering.truth(condition, names)
        return self.function(f"def q({', '.join(('v', 'z', *names.values()))}):\n    return bool({body})\n")

    # -- reading the texts

    def _make_grammar(self, patterns: list[Pattern]) -> None:
        self.grammar = Grammar(self.rulebook.words, patterns, *self._vocabulary())

    def _stop_if_wrong(self) -> None:
        if self.problems:
            unique = dict.fromkeys(self._with_excerpt(problem) for problem in self.problems)
            raise RulebookError(sorted(unique, key=lambda problem: problem.where))

    def _with_excerpt(self, problem: Problem) -> Problem:
        """The problem with the line of the file that it is about."""
        if problem.excerpt is not None:
            return problem
        texts = (text for word in self.rulebook.words for text in (*word.says, word.body))
        events = (card.event for card in self.rulebook.cards if card.event is not None)
        triggers = (trigger.do for track in self.rulebook.tracks for trigger in track.triggers)
        zones = (zone.when_empty for zone in self.rulebook.zones if zone.when_empty is not None)
        known = (zone.holds for zone in self.rulebook.zones if zone.holds is not None)
        ends = (text for text in (self.rulebook.start, self.rulebook.score, self.rulebook.side) if text is not None)
        parts = (part for bend in self.rulebook.bends for part in (bend.phrase, bend.do, bend.when, bend.offer))
        bends = (part for part in parts if part is not None)
        watches = (part for watch in self.rulebook.watches for part in (watch.when, watch.do))
        everything = chain(texts, events, triggers, zones, known, self.rulebook.certain, ends, bends, watches)
        same = (text for text in everything if text.where.file == problem.where.file)
        text = next(same, None)
        return problem if text is None else replace(problem, excerpt=text.excerpt(problem.where))

    def _attempt(self, text: Text, work: Callable[..., Any], *args: Any) -> Any:
        """The result of `work`, or None, with the mistakes that it found in a text noted."""
        try:
            return work(*args)
        except RulebookError as error:
            self.problems += error.problems
        except RecursionError:
            self.problems.append(Problem(text.where, "too-deep", "this text is nested too deeply"))
        return None

    def _vocabulary(self) -> tuple[dict[str, tuple[str, str]], list[str], dict[str, str], list[str]]:
        nouns = {id: (noun.one, noun.many) for id, noun in self.symbols.nouns.items()}
        return nouns, list(self.symbols.adjectives), self.symbols.titles, list(self.symbols.names)

    def _title(self, word: int) -> str:
        return str(self.rulebook.words[word].says[0])

    def _patterns(self) -> list[Pattern]:
        """All wordings, and with them the terms and phrases with typed holes but without bodies."""
        patterns: list[Pattern] = []
        for number, word in enumerate(self.rulebook.words):
            names: list[str] = []
            types: dict[str, Type] = {}
            for say in word.says:
                read = self._attempt(say, read_pattern, number, say, names)
                if read is None:
                    continue
                pattern, holes = read
                patterns.append(pattern)
                for name, kind in holes:
                    type = self._attempt(say, self._hole_type, say, name, kind)
                    if type is not None and types.setdefault(name, type) != type:
                        message = f"the hole {{{name}}} has two types in the wordings of one word"
                        self.problems.append(Problem(say.where, "bad-pattern", message))
            holes_of_word = tuple(Local(name, types.get(name, NUMBER)) for name in names)
            if word.kind == "do":
                you = Local("you", Type("seat"))
                self._phrases[number] = Routine(str(word.says[0]), word.body, holes_of_word, you, turn=word.turn)
            else:
                type = CONDITION if word.kind == "when" else NUMBER
                self._terms[number] = Term(
                    str(word.says[0]), word.body, holes_of_word, Local("you", Type("seat")), None, type
                )
        self._stop_if_wrong()
        return patterns

    def _twins(self, types: dict[int, tuple[Type, ...]]) -> list[Problem]:
        """Wordings that are alike in words and in the types of their holes."""
        problems: list[Problem] = []
        for shape in self.grammar.shapes.values():
            seen: dict[tuple[Type, ...], Pattern] = {}
            for pattern in shape.patterns:
                order = tuple(types[pattern.word][part] for part in pattern.parts if isinstance(part, int))
                first = seen.setdefault(order, pattern)
                if first is not pattern:
                    message = f"`{pattern.text}` and `{first.text}` ({first.text.where}) can't be told apart"
                    problems.append(Problem(pattern.text.where, "ambiguous-pattern", message))
        return problems

    def _hole_type(self, say: Text, name: str, kind: str | None) -> Type:
        wanted = kind or name
        if wanted in ("number", "n"):
            return NUMBER
        for noun in self.symbols.nouns.values():
            if noun.kind != "pieces":
                if wanted == noun.one:
                    return Type(noun.kind)
                if wanted == noun.many:
                    return Type(noun.kind, many=True)
        known = [
            "number",
            *(text for noun in self.symbols.nouns.values() if noun.kind != "pieces" for text in (noun.one, noun.many)),
        ]
        meant = nearest(wanted, known)
        message = f"of what type is the hole {{{name}}}? write {{{name}: TYPE}}; types are {', '.join(known)}"
        raise RulebookError(Problem(say.where, "bad-pattern", message, f"`{meant}`" if meant else None))

    def term(self, number: int) -> Term:
        """A condition or value with its body; resolved when first asked for, since terms use each other."""
        term = self._terms[number]
        if term.body is not None:
            return term
        if number in self._resolving:
            raise RulebookError(Problem(term.text.where, "calls-itself", f"`{term.title}` is explained by itself"))
        if len(self._resolving) > MOST_TERMS:
            self._refuse([Problem(term.text.where, "too-deep", f"`{term.title}` is explained through too many others")])
        self._resolving.append(number)
        try:
            tree = self.grammar.parse(term.text, "value")
            scope = Scope(term.text, {hole.name: hole for hole in term.holes}, you=local(term.you))
            node = tree.children[0]
            if self.rulebook.words[number].kind == "when":
                body = self.values.condition(scope, node)
            else:
                body = self.values.value(scope, node)
        finally:
            self._resolving.pop()
        self._depths[number] = 1 + max((self._depths[used] for used in terms_in(body)), default=0)
        if self._depths[number] > MOST_TERMS:
            self._refuse([Problem(term.text.where, "too-deep", f"`{term.title}` is explained through too many others")])
        term.body, term.type, term.uses_you = body, body.type, mentions(body, term.you)
        return term

    def _side(self) -> tuple[Local, Expr] | None:
        """The value that says on which side a seat is, after what the seat is called in it; resolved when first asked
        for."""
        text = self.rulebook.side
        if text is None or self._side_value is not None:
            return self._side_value
        if not self.rulebook.sides:
            raise RulebookError(Problem(text.where, "unknown-kind", NO_SIDES))
        if self._resolving_side:
            raise RulebookError(Problem(text.where, "calls-itself", "on which side a seat is, is explained by itself"))
        self._resolving_side = True
        seat = Local("seat", Type("seat"))
        node = self.grammar.parse(text, "value").children[0]
        side = self.values.value(Scope(text, {"seat": seat}), node, Type("side", optional=True))
        self._side_value = seat, side
        return self._side_value

    def _resolve_all(self) -> None:
        book = self.rulebook
        for number, term in self._terms.items():
            self._attempt(term.text, self.term, number)
            if any(problem.code == "too-deep" for problem in self.problems):
                break
        self.routines: list[Routine] = []
        self.phrase_number: dict[int, int] = {}
        for number, phrase in self._phrases.items():
            self.phrase_number[number] = len(self.routines)
            self.routines.append(phrase)
        self.event_number: list[int | None] = []
        events: dict[int, int] = {}  # copies of a card share its event
        for card in book.cards:
            if card.event is not None and id(card.event) not in events:
                events[id(card.event)] = self._new(f"event of {card.id}", card.event)
            self.event_number.append(None if card.event is None else events[id(card.event)])
        self.trigger_number: dict[tuple[str, int], int] = {}
        for track in book.tracks:
            for at, trigger in enumerate(track.triggers):
                self.trigger_number[track.id, at] = self._new(
                    f"{track.id} {trigger.direction}", trigger.do, acts=track.per_seat
                )
        self.empty_number: dict[str, int] = {}
        for zone in book.zones:
            if zone.when_empty is not None:
                self.empty_number[zone.id] = self._new(f"{zone.id} when empty", zone.when_empty, acts=False)
        self.root = self._new("the game", book.start, acts=False)
        if book.side is not None:
            self._attempt(book.side, self._side)
        for routine in list(self.routines):
            self._attempt(routine.text, self._body, routine)
        self._read_again()
        for bend in book.bends:
            self._attempt(bend.phrase, self._bend, bend)
        self._read_again()
        reader = certainties.Reader(self.symbols, self.values, self.grammar.parse, self.term)
        holds = [self._attempt(zone.holds, reader.holds, zone) for zone in book.zones if zone.holds is not None]
        self._holds: list[certainties.Holds] = [each for each in holds if each is not None]
        certain = [self._attempt(text, reader.certain, text) for text in book.certain]
        self._certain: list[certainties.Certain] = [each for each in certain if each is not None]
        if not self.problems:
            self._put_watches_in()
        self.score: Expr | None = None
        self.score_seat = Local("seat", Type("seat"))
        if book.score is not None:
            self.score = self._attempt(book.score, self.value_of, book.score, {"seat": self.score_seat})

    def _read_again(self) -> None:
        """Read the phrases once more of which it was found that their holes may be nothing."""
        while self.statements.outdated and not self.problems:
            for word in sorted(self.statements.outdated):
                self.statements.outdated.discard(word)
                phrase = self._phrases[word]
                if phrase.text is self.rulebook.words[word].body:
                    self._attempt(phrase.text, self._body, phrase)

    def _put_watches_in(self) -> None:
        """Test the game's watches after each statement that changes something that they look at."""
        watches = self.rulebook.watches
        self._watches: list[Watch] = []
        doing = [self._new(f"watch {number}", each.do, acts=False) for number, each in enumerate(watches, start=1)]
        for number, (each, done) in enumerate(zip(watches, doing, strict=True)):
            self._attempt(each.do, self._body, self.routines[done])
            condition = self._attempt(each.when, self._watched, each.when)
            guard = self._new(f"watch {number + 1}", each.do, acts=False)
            self.routines[guard].body = once(number, done, each.where)
            if condition is not None:
                self._watches.append(watch(condition, guard, each.where, self._terms))
        if not self.problems:
            for routine in self.routines:
                put_in(routine.body, self._watches)

    def _watched(self, text: Text) -> Expr:
        condition = self.values.condition(Scope(text), self.grammar.parse(text, "value").children[0])
        if not any(reads(condition, self._terms)):
            self._refuse([Problem(text.where, "never-changes", "nothing that this looks at ever changes")])
        return condition

    def _new(self, title: str, text: Text, acts: bool = True) -> int:
        you = Local("you", Type("seat", optional=not acts))
        self.routines.append(Routine(title, text, (), you))
        return len(self.routines) - 1

    def _body(self, routine: Routine) -> None:
        tree = self.grammar.parse(routine.text, "program")
        you = None if routine.you.type.optional else local(routine.you)
        scope = Scope(routine.text, {hole.name: hole for hole in routine.holes}, you, may_try=True)
        routine.body = self.statements.program(scope, tree)

    def _bend(self, bend: Bend) -> None:
        """Put a rule around a phrase: whoever calls the phrase gets the rule, which may do the phrase as usual.

        Later bends of the same phrase go around earlier ones.
        """
        word = self._bent_word(bend.phrase)
        number = self.phrase_number[word]
        usual = self.routines[number]
        self.routines.append(usual)
        as_usual = len(self.routines) - 1
        holes = tuple(Local(hole.name, hole.type) for hole in usual.holes)
        you = Local("you", usual.you.type)
        names = {hole.name: hole for hole in holes}
        scope = Scope(bend.do, dict(names), local(you), bent=(word, as_usual), may_try=True)
        body = self._attempt(bend.do, lambda: self.statements.program(scope, self.grammar.parse(bend.do, "program")))
        test = TRUE
        if bend.when is not None:
            inside = Scope(bend.when, dict(names), local(you), may_try=True)
            tree = self.grammar.parse(bend.when, "value")
            test = self.values.condition(inside, tree.children[0])
        run = Run(bend.where, as_usual, tuple(local(hole) for hole in holes), local(you))
        usually = [run] if bend.kind == "instead of" else None
        if bend.offer is not None:
            self._check_offer(bend.offer)
            option = Local("option", Type("text"))
            body = [May(bend.where, option, str(bend.offer), body or [], local(you), usually or [])]
        bent = If(bend.where, [(test, body or [])], usually)
        orders: dict[str, list[Any]] = {"before": [bent, run], "instead of": [bent], "after": [run, bent]}
        sequence = orders[bend.kind]
        around = Routine(usual.title, bend.do, holes, you, sequence, usual.turn)
        usual.turn = False
        self.routines[number] = self._phrases[word] = around

    def _check_offer(self, label: Text) -> None:
        if not slug(label):
            self.problems.append(Problem(label.where, "bad-label", "a label needs a letter or a digit"))

    def _bent_word(self, phrase: Text) -> int:
        """The word of the vocabulary with that wording. Raises RulebookError if there is none."""
        wanted = _plain(phrase)
        wordings = {str(say): number for number in self._phrases for say in self.rulebook.words[number].says}
        for say, number in wordings.items():
            if _plain(say) == wanted:
                return number
        meant = nearest(str(phrase), wordings)
        message = f"there is no phrase `{phrase}` that could be bent"
        raise RulebookError(Problem(phrase.where, "unknown-phrase", message, f"`{meant}`" if meant else None))

    def value_of(self, text: Text, names: dict[str, Local]) -> Expr:
        """A number written in the language, over some names."""
        return self.values.number(Scope(text, dict(names)), self.grammar.parse(text, "value").children[0])

    def condition_of(self, text: Text, you: int | None = None) -> Callable[[list[Any], list[list[int]]], bool]:
        """A condition written in the language, as a function of a state. Raises RulebookError if it can't be read."""
        code = self.code(True)
        scope = Scope(text, {})
        expr = self.values.condition(scope, self.grammar.parse(text, "value").children[0])
        self._refuse(check_work(self.weights, [], {}, [(text, expr)]))
        return self.function(f"def q(v, z):\n    return bool({code.flow.lowering.code(expr, {})})\n", code)

    def function(self, source: str, code: Code | None = None) -> Callable[..., Any]:
        """Generated source of one function `q`, made callable where the game's own functions are at hand."""
        code = code or self.code(False)
        self._catch_up(code)
        exec(compile(source, "<expression>", "exec"), code.namespace)
        function: Callable[..., Any] = code.namespace.pop("q")
        return function

    def _refuse(self, problems: list[Problem]) -> None:
        if problems:
            raise RulebookError(problems)

    def _catch_up(self, code: Code) -> None:
        """Put constants and terms that were written since into the namespace of the generated source."""
        code.namespace.update(code.flow.lowering.constants.values)
        for term, source in code.flow.lowering.functions.items():
            if f"t{term}" not in code.namespace:
                self._exec(source, self._title(term), code.namespace)

    def text_of(self, title: str) -> Text | None:
        """The text of the phrase, event, condition or value of that title."""
        texts = {term.title: term.text for term in self._terms.values()}
        texts |= {routine.title: routine.text for routine in self.routines}
        return texts.get(title)

    # -- lowering

    def code(self, logged: bool) -> Code:
        """The lowered game, made when first asked for."""
        if logged not in self._codes:
            self._codes[logged] = self._lower(logged)
        return self._codes[logged]

    def _lower(self, logged: bool) -> Code:
        lowering = Lowering(self.symbols, self.term)
        doable = Doable(self.symbols, lambda word: self._phrases[word], self.routines)
        flow = Flow(
            self.symbols,
            lowering,
            doable,
            self.routines,
            self.phrase_number,
            self.event_number,
            self.trigger_number,
            self.empty_number,
            self.root,
            self.symbols.alike,
            self.statements.added,
            self.weights,
            logged,
        )
        flow.lower()
        playable: list[tuple[str, str]] = []
        for card, event in enumerate(self.event_number):
            lines = [f"def p{card}(v, z, you):"]
            test, title = "False", "no event"
            if event is not None:
                routine = self.routines[event]
                title = routine.title
                env = {routine.you: "you"}
                named, condition = doable.test(routine.body)
                for name, value in named:
                    text = lowering.code(value, env)
                    env[name] = lowering.fresh()
                    lines.append(f"    {env[name]} = {text}")
                test = lowering.truth(untried(condition), env)
            playable.append((title, "\n".join([*lines, f"    return {test}", ""])))
        score = "0" if self.score is None else lowering.truth(self.score, {self.score_seat: "seat"})
        playable.append(("score", f"def score(v, z, seat):\n    return {score}\n"))
        namespace: dict[str, Any] = {**helpers.NAMES, **card_functions(self.symbols)}
        namespace.update(lowering.constants.values)
        for number, source in lowering.functions.items():
            self._exec(source, self._title(number), namespace)
        for title, source in playable:
            self._exec(source, title, namespace)
        for routine, source in zip(self.routines, flow.sources, strict=False):
            self._exec(source, routine.title, namespace)
        self._exec(flow.segments[0], "the end", namespace)
        namespace["PLAYABLE"] = tuple(namespace[f"p{card}"] for card in range(len(self.event_number)))
        namespace["EVENT_SIZES"] = tuple(0 if event is None else flow.frame_size[event] for event in self.event_number)
        segments = [namespace.get(f"s{number}", namespace["s0"]) for number in range(len(flow.segments))]
        return Code(flow, segments, namespace)

    def _exec(self, source: str, title: str, namespace: dict[str, Any]) -> None:
        """Run generated source; a traceback shows it under the name of its rule."""
        name = f"<{self.rulebook.id}: {title}>"
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        try:
            exec(compile(source, name, "exec"), namespace)
        except (SyntaxError, RecursionError, MemoryError):
            where = next(
                (routine.text.where for routine in self.routines if routine.title == title), Where(self.rulebook.folder)
            )
            raise RulebookError(Problem(where, "too-deep", f"`{title}` is nested too deeply")) from None

    def read_routine(self, text: Text, you: int | None) -> Routine:
        """Statements of their own, with `you` acting. Raises RulebookError if they can't be read."""
        return self._read_apart(Routine("begin", text, (), Local("you", Type("seat", optional=you is None))))[0]

    def _read_apart(self, routine: Routine) -> tuple[Routine, dict[int, tuple[Type, ...]]]:
        """A routine that is not one of the game's own, and the phrases that it gives nothing to as none of those does,
        with what is in their holes then."""
        known = {number: [hole.type for hole in phrase.holes] for number, phrase in self._phrases.items()}
        try:
            self._body(routine)
            wider = {
                number: tuple(hole.type for hole in phrase.holes)
                for number, phrase in self._phrases.items()
                if known[number] != [hole.type for hole in phrase.holes]
            }
        finally:
            self.statements.outdated.clear()
            for number, types in known.items():
                for hole, type in zip(self._phrases[number].holes, types, strict=True):
                    hole.type = type
        put_in(routine.body, self._watches)
        self._refuse(check_work(self.weights, [routine], {}, []))
        return routine, wider

    def add_routine(self, code: Code, text: Text, you: int | None) -> int:
        """Lower statements of their own (a scenario's `begin`) into existing code; the number of their first segment.

        Raises RulebookError if they can't be read.
        """
        routine = Routine("begin", text, (), Local("you", Type("seat", optional=you is None)))
        return code.flow.entries[self._add(code, routine, {})]

    def _add(self, code: Code, routine: Routine, versions: dict[tuple[int, tuple[Type, ...]], int]) -> int:
        """Lower a routine that is not one of the game's own; its number. `versions` are phrases that were lowered once
        more because they are given nothing."""
        routine, wider = self._read_apart(routine)
        instead: dict[int, int] = {}
        for word, types in wider.items():
            phrase = self._phrases[word]
            if (word, types) not in versions:
                if phrase.text is not self.rulebook.words[word].body:
                    message = f"`{phrase.title}` is bent, and the game never gives it nothing: so this can't, either"
                    self._refuse([Problem(routine.text.where, "nothing-given", message)])
                holes = tuple(Local(hole.name, type) for hole, type in zip(phrase.holes, types, strict=True))
                you = Local("you", phrase.you.type)
                again = Routine(phrase.title, phrase.text, holes, you, turn=phrase.turn)
                versions[word, types] = self._add(code, again, versions)
            instead[word] = versions[word, types]
        _call_instead(routine.body, instead)
        number, first = code.flow.add(routine)
        self._catch_up(code)
        self._exec(code.flow.sources[number], routine.title, code.namespace)
        code.segments += [code.namespace[f"s{at}"] for at in range(first, len(code.flow.segments))]
        return number


def _call_instead(block: Block, numbers: dict[int, int]) -> None:
    """Let calls of some phrases be calls of other routines."""

    def other(statement: Any) -> Any:
        if isinstance(statement, Must):
            statement.inner = other(statement.inner)
        if isinstance(statement, Call) and statement.word in numbers:
            return Run(statement.where, numbers[statement.word], statement.args, statement.you)
        return statement

    for at, statement in enumerate(block):
        block[at] = other(statement)
        for inner in blocks_of(statement):
            _call_instead(inner, numbers)


def _plain(wording: str) -> str:
    """A wording without articles, types of holes and extra spaces, for comparing."""
    words = re.sub(r"\{\s*(\w+)[^}]*\}", r"{\1}", wording).split()
    return " ".join(word for word in words if word not in ("a", "an", "the"))
