"""Scenarios with a title for print, played and told in the words of the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from interpreter.matches.match import Game, Match
from interpreter.playtest.scenarios.scenario_runner import GameCache, play_scenario
from interpreter.presentation.log_lines import log_lines
from interpreter.presentation.names import Names
from interpreter.presentation.saying.printed_texts import PrintedTexts
from interpreter.presentation.speech import Localizer, MessageCatalog
from interpreter.printing.examples import ExampleLine, PrintedExample
from interpreter.rulebook.log_entries import DecisionForced, DecisionTaken, MatchEnded, TurnStarted
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.scenarios.expectations import ExpectedCondition
from interpreter.rulebook.scenarios.given import GivenPosition
from interpreter.rulebook.scenarios.scenario_files import Scenario, ScenarioCheck, read_scenarios
from interpreter.support.errors import Problem, RulebookError, errors_of

TURN_MARK = "-- "
"""Beginning of a log line that starts a turn."""


@dataclass(frozen=True, slots=True)
class FoundExamples:
    """Examples of play in a language, and the number of those without a title in it."""

    examples: tuple[PrintedExample, ...]
    untitled: int


def find_examples(book: Rulebook, names: Names, speech: MessageCatalog) -> FoundExamples:
    """Play the scenarios with a title for print that use exactly the game's variants, and tell them in a language.

    Raises:
        RulebookError: A scenario file has mistakes outside of scenarios without such a title, or such a scenario fails.
    """
    scenarios, problems = read_scenarios(book)
    if wrong := [each for each in errors_of(problems) if not _is_in_untold(each, scenarios)]:
        raise RulebookError(wrong)
    marked = [each for each in scenarios if each.example is not None]
    marked = [each for each in marked if each.variants in (book.variants, book.requested_variants)]
    titled = [each for each in marked if each.example is not None and names.lang in each.example]
    games, tellers = GameCache(book), dict[int, _ExampleTeller]()
    found: list[PrintedExample] = []
    for scenario in titled:
        game = games.get(scenario.variants, scenario.players)
        teller = tellers.setdefault(id(game), _ExampleTeller(game, names, speech))
        found.append(teller.tell(scenario))
    return FoundExamples(tuple(found), len(marked) - len(titled))


def _is_in_untold(problem: Problem, scenarios: Sequence[Scenario]) -> bool:
    """Return True if a problem is in a scenario without a title for print, which `cahier test` reports."""
    before = [
        each for each in scenarios if each.where.file == problem.where.file and each.where.line <= problem.where.line
    ]
    return bool(before) and max(before, key=lambda each: each.where.line).example is None


class _ExampleTeller:
    """Examples of a game with some variants and players, in words."""

    def __init__(self, game: Game, names: Names, speech: MessageCatalog) -> None:
        self._game, self._speech = game, speech
        self._names = Names(game.rulebook, names.lang, names.safe)
        self._plain_names = Names(game.rulebook, names.lang)
        self._texts = PrintedTexts(game.rulebook, self._names)

    def tell(self, scenario: Scenario) -> PrintedExample:
        """Return a scenario as an example. Raises RulebookError if it fails."""
        played = play_scenario(self._game, scenario)
        if not played.has_passed or played.match is None:
            message = f"the example of play `{scenario.name}` fails: `cahier test` says why"
            raise RulebookError(played.mistakes or Problem(scenario.where, "example-fails", message))
        assert scenario.example is not None
        return PrintedExample(
            self._names.localize(scenario.example),
            tuple(ExampleLine(line) for line in _merged(self._position(scenario.given))),
            tuple(self._beginning(scenario.given)),
            tuple(self._events(played.match, scenario)),
            tuple(self._result(scenario)),
        )

    def _position(self, given: GivenPosition) -> Iterator[tuple[str, str]]:
        """Yield the changes to the start: a heading and an entry of it."""
        title = self._names.title_of
        for piece in given.pieces:
            state = "" if piece.state is None else f", {self._names.label(piece.state, piece.state)}"
            owner = "" if piece.owner is None else f" ({title(piece.owner)})"
            count = "" if piece.count is None else f" {piece.count}"
            yield f"{title(piece.kind)}{state}{owner}", f"{title(piece.place)}{count}"
        for track in given.tracks:
            owner = "" if track.seat is None else f" ({title(track.seat)})"
            yield f"{title(track.track)}{owner}", str(track.step)
        for variable in given.variables:
            owner = f" ({', '.join(map(title, variable.keys))})" if variable.keys else ""
            yield f"{self._variable_title(variable.variable)}{owner}", self._value(variable.value)
        for flag in given.flags:
            owner = "" if flag.seat is None else f" ({title(flag.seat)})"
            yield self._names.label(flag.flag, self._names.as_words(flag.flag)), f"{title(flag.thing)}{owner}"
        for zone in given.zones:
            owner = f" ({', '.join(map(title, zone.keys))})" if zone.keys else ""
            yield f"{title(zone.zone)}{owner}", ", ".join(map(title, zone.cards)) or "–"

    def _variable_title(self, variable_id: str) -> str:
        variable = next(each for each in self._game.rulebook.variables if each.id == variable_id)
        if variable.title is not None:
            return self._names.localize(variable.title)
        return self._names.label(variable_id, self._names.as_words(variable_id))

    def _value(self, value: int | bool | str | tuple[str, ...] | None) -> str:
        match value:
            case bool():
                return self._speech.say("yes" if value else "no")
            case None:
                return self._speech.say("nothing")
            case tuple():
                return ", ".join(map(self._names.title_of, value)) or self._speech.say("nothing")
            case _:
                return self._names.title_of(str(value))

    def _beginning(self, given: GivenPosition) -> Iterator[ExampleLine]:
        """Yield the effect that begins, after the seat that acts."""
        if given.begin is None:
            return
        owner = "" if given.turn is None else f"{self._names.title_of(given.turn)}: "
        for depth, words in self._texts.fragment(given.begin):
            yield ExampleLine(f"{owner}{words}", depth)
            owner = ""

    def _events(self, match: Match, scenario: Scenario) -> Iterator[ExampleLine]:
        """Yield the log from the first turn or decision on, or all of it; the end is in the game's own words."""
        entries = [] if match.state.log is None else match.state.log.entries(0)
        acts = (DecisionForced, DecisionTaken, TurnStarted)
        since = next((at for at, entry in enumerate(entries) if isinstance(entry, acts)), 0)
        speaker = Localizer(match.game, self._names, self._speech)
        ending = match.game.sentences.ending(Localizer(match.game, self._plain_names, self._speech), match.state)
        told = (
            entries[since:]
            if ending is None
            else [each for each in entries[since:] if not isinstance(each, MatchEnded)]
        )
        for line in log_lines(speaker, told, None):
            words = line.strip().replace(TURN_MARK, "— ").replace("->", "→")
            yield ExampleLine(words, int(line.startswith("  ")))
        if ending is not None:
            yield ExampleLine(self._names.safe(" ".join(ending.split())))

    def _result(self, scenario: Scenario) -> Iterator[ExampleLine]:
        last = scenario.steps[-1]
        for then in last.then if isinstance(last, ScenarioCheck) else ():
            if isinstance(then, ExpectedCondition) and (said := self._texts.condition(then.condition)) is not None:
                yield ExampleLine(said)


def _merged(lines: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a line for each heading with all its entries."""
    found: dict[str, list[str]] = {}
    for heading, entry in lines:
        found.setdefault(heading, []).append(entry)
    for heading, entries in found.items():
        yield f"{heading[:1].upper()}{heading[1:]}: {', '.join(entries)}"
