"""Execution of scenarios: the position, the answers, and the comparison with the expectations.

Acceptance of actual results in scenario files: only the expected values are replaced, all other bytes stay.

Answers of a scenario, given to a match one after the other, with the forced steps between them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import unified_diff
from pathlib import Path
from types import MappingProxyType

from interpreter.engine.staging import check_position
from interpreter.language.incremental import check_condition
from interpreter.language.resolving.hooks import plain
from interpreter.matches.loading import game_of_rulebook, load
from interpreter.matches.match import Game, Match
from interpreter.players.table_player import TablePlayer
from interpreter.playtest.scenarios.expectation_checks import (
    Edit,
    Failure,
    describe_situation,
    explain_absence,
    unmet_expectations,
)
from interpreter.playtest.scenarios.option_keys import unknown_keys
from interpreter.rulebook.build import read_rulebook
from interpreter.rulebook.log_entries import DecisionForced
from interpreter.rulebook.model import Bend, Rulebook
from interpreter.rulebook.scenarios.expectations import ExpectedCondition
from interpreter.rulebook.scenarios.scenario_files import BY_TABLE, Scenario, ScenarioAnswer, ScenarioCheck
from interpreter.support.errors import CahierError, PlayError, Problem, RulebookError, errors_of
from interpreter.support.file_replacement import replace_files
from interpreter.support.name_lists import list_first


class ScenarioEdits:
    """The scenario files of some verdicts, before and after the edits of their failures.

    Values that can't be replaced stay, because the file doesn't hold the same characters at one place.
    """

    def __init__(self, verdicts: Iterable[Verdict]) -> None:
        edits: dict[str, set[Edit]] = {}
        for verdict in verdicts:
            for failure in verdict.failures:
                for edit in failure.edits:
                    edits.setdefault(edit.where.file, set()).add(edit)
        self._before = {file: Path(file).read_bytes().decode("utf-8") for file in edits}
        changed = {file: _apply_edits(text, edits[file]) for file, text in self._before.items()}
        self._after = {file: text for file, text in changed.items() if text != self._before[file]}

    def __bool__(self) -> bool:
        return bool(self._after)

    def unified_diff(self) -> list[str]:
        """Return the changes as lines of a unified diff."""
        found: list[str] = []
        for file, text in sorted(self._after.items()):
            old, new = (whole.split("\n") for whole in (self._before[file], text))
            found += unified_diff(old, new, file, file, lineterm="")
        return found

    def write(self) -> None:
        """Write all files, or none: if one can't be written, all are as before, and OSError is raised."""
        replace_files({os.path.realpath(file): text.encode("utf-8") for file, text in self._after.items()})


def _apply_edits(text: str, edits: Iterable[Edit]) -> str:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    lead = 1 if text.startswith("\ufeff") else 0
    for edit in sorted(edits, key=lambda edit: edit.where, reverse=True):
        at = starts[edit.where.line - 1] + edit.where.column - 1 + (lead if edit.where.line == 1 else 0)
        if text.startswith(edit.old, at):
            text = text[:at] + edit.new + text[at + len(edit.old) :]
    return text


TIE_BREAK_WORD = 0
"""Random word with which a table breaks ties in scenarios: it takes the first of the options left."""


class ScenarioAnswers:
    """A match to which a scenario's answers are given.

    An answer may repeat a forced step that was just taken. `repeats_first`: prefer that reading even if the answer is
    also an option.
    """

    def __init__(self, match: Match, repeats_first: bool) -> None:
        self.match = match
        self._repeats_first = repeats_first
        self._log_length = 0
        self._repeated_steps = 0

    @property
    def forced_steps(self) -> list[tuple[str, str]]:
        """Seat and key of each forced step since the last answer."""
        match = self.match
        decisions = match.game.program.code(True).decisions
        log = match.state.log.entries(self._log_length) if match.state.log is not None else []
        return [
            (match.game.seats[entry.seat], match.game.option_key(decisions[entry.decision], entry.value))
            for entry in log
            if isinstance(entry, DecisionForced)
        ]

    def give(self, answer: ScenarioAnswer) -> Failure | None:
        """Give an answer, and return a failure if that is impossible.

        An answer that only repeats a forced step is accepted, either first or last, depending on `repeats_first`.
        """
        ways = [self._try_repeat, self._try_choose] if self._repeats_first else [self._try_choose, self._try_repeat]
        if any(way(answer) for way in ways):
            return None
        match = self.match
        asked = match.decision is not None and match.decision.seat == answer.seat and answer.key != BY_TABLE
        notes = (explain_absence(match, answer.key),) if asked else ()
        return Failure(answer.where, f"{answer.seat} chooses {answer.key}", describe_situation(match), notes)

    def _try_choose(self, answer: ScenarioAnswer) -> bool:
        """Choose the answer if it is an option; return True if it is."""
        match = self.match
        if match.decision is None or match.decision.seat != answer.seat:
            return False
        choice = _table_option(match, answer) if answer.key == BY_TABLE else match.option_index(answer.key)
        if choice is None:
            return False
        self._log_length, self._repeated_steps = match.log_length, 0
        match.choose(choice)
        return True

    def _try_repeat(self, answer: ScenarioAnswer) -> bool:
        """Return True if the answer repeats one of the forced steps that earlier answers haven't repeated."""
        alike = self.match.game.are_alike
        for number, (seat, key) in enumerate(self.forced_steps[self._repeated_steps :], start=self._repeated_steps + 1):
            if seat == answer.seat and (key == answer.key or alike(key, answer.key)):
                self._repeated_steps = number
                return True
        return False


def _table_option(match: Match, answer: ScenarioAnswer) -> int:
    """Return the index of the option that the seat's table takes. Raises RulebookError if it has no tables."""
    try:
        player = TablePlayer(match.game, answer.seat)
    except PlayError as error:
        where, line = answer.key.where, answer.key.excerpt(answer.key.where)
        problem = Problem(
            where, "no-tables", f"there are no tables for seat {answer.seat}", None, line, len(answer.key)
        )
        raise RulebookError(problem) from error
    return player.pick(match.state, TIE_BREAK_WORD)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a scenario.

    Attributes:
        scenario: The scenario.
        failures: Expectations that are not met.
        mistakes: Errors in the scenario, for which it can't be played.
        forced_steps: Seat and key of the forced steps between the last answer and the first failure.
        match: The match at the end; None if it couldn't be played.
    """

    scenario: Scenario
    failures: tuple[Failure, ...] = ()
    mistakes: tuple[Problem, ...] = ()
    forced_steps: tuple[tuple[str, str], ...] = ()
    match: Match | None = None

    @property
    def has_passed(self) -> bool:
        """True if the scenario was played and all its expectations are met."""
        return not self.failures and not self.mistakes


MAX_CACHED = 16
"""Largest number of games with variants that are kept in memory."""


class GameCache:
    """A game with various variants and numbers of players, each loaded on demand.

    `books`: rulebooks that are already read, by variants.
    """

    def __init__(self, game: Game | Rulebook, books: Mapping[tuple[str, ...], Rulebook] = MappingProxyType({})) -> None:
        self._book = game if isinstance(game, Rulebook) else game.rulebook
        self._books = books
        self._players = len(self._book.seats)
        self._own = (self._book.requested_variants, self._players)
        self._loaded: dict[tuple[tuple[str, ...], int], Game | RulebookError] = {}
        if not isinstance(game, Rulebook):
            self._loaded[self._own] = game

    def get(self, variants: tuple[str, ...] = (), players: int | None = None) -> Game:
        """Return the game with these variants. Raises RulebookError."""
        names = self._book.requested_variants if variants == self._book.variants else variants
        wanted = names, players or self._players
        if wanted not in self._loaded:
            if len(self._loaded) >= MAX_CACHED:
                del self._loaded[next(name for name in self._loaded if name != self._own)]
            try:
                self._loaded[wanted] = self._load(*wanted)
            except RulebookError as error:
                self._loaded[wanted] = error
        loaded = self._loaded[wanted]
        if isinstance(loaded, RulebookError):
            raise loaded
        return loaded

    def _load(self, names: tuple[str, ...], players: int) -> Game:
        book = self._books.get(names)
        if book is None or len(book.seats) != players:
            reading = read_rulebook(self._book.folder, players, names)
            if reading.rulebook is None or errors_of(reading.problems):
                return load(self._book.folder, names, players)
            book = reading.rulebook
        return self._find_reordered(book) or game_of_rulebook(book)

    def _find_reordered(self, book: Rulebook) -> Game | None:
        """Return a loaded game with the same variants in another order if it is otherwise equal, else None."""
        for game in self._loaded.values():
            if isinstance(game, Game) and set(game.rulebook.variants) == set(book.variants) and game.rulebook.variants:
                known = game.rulebook
                same = replace(
                    book, digest=known.digest, variants=known.variants, overlays=known.overlays, bends=known.bends
                )
                if same == known and _effective_bends(book) == _effective_bends(known):
                    return game
        return None


def _effective_bends(book: Rulebook) -> list[Bend]:
    """Return bends in their effective order.

    Only the order among bends of the same phrase matters, whichever of its wordings they use.
    """
    words = {plain(say): number for number, word in enumerate(book.words) for say in word.says}
    return sorted(book.bends, key=lambda bend: words.get(plain(bend.phrase), -1))


def play_scenarios(games: GameCache, scenarios: Iterable[Scenario]) -> Iterator[Verdict]:
    """Play scenarios of a game, each with its own variants and number of players."""
    for scenario in scenarios:
        if scenario.mistakes:
            yield Verdict(scenario, mistakes=scenario.mistakes)
            continue
        try:
            game = games.get(scenario.variants, scenario.players)
        except CahierError as error:
            yield Verdict(scenario, mistakes=error.problems)
        else:
            yield play_scenario(game, scenario)


def play_scenario(game: Game, scenario: Scenario) -> Verdict:
    """Play a scenario on a game that has its variants and number of players."""
    try:
        match = game.stage(scenario.given, scenario.seed)
        if mistakes := tuple(unknown_keys(game, scenario)):
            return Verdict(scenario, mistakes=mistakes)
        found, all_given = _play_steps(match.copy(), scenario, repeats_first=False)
        if not all_given:
            second_verdict, all_given = _play_steps(match, scenario, repeats_first=True)
            found = second_verdict if all_given else found
    except CahierError as error:
        return Verdict(scenario, mistakes=_with_excerpts(error, scenario))
    return found


def _play_steps(match: Match, scenario: Scenario, repeats_first: bool) -> tuple[Verdict, bool]:
    """Return the verdict, and True if all answers could be given.

    The first answer that can't be given ends the scenario.
    """
    failures: list[Failure] = []
    forced: tuple[tuple[str, str], ...] = ()
    answers = ScenarioAnswers(match, repeats_first)
    for step in scenario.steps:
        failed = len(failures)
        refused = None if isinstance(step, ScenarioCheck) else answers.give(step)
        if isinstance(step, ScenarioCheck):
            failures += unmet_expectations(match, step.then)
            if len(failures) > failed and step is scenario.steps[-1]:
                failures[-1] = _with_open_decision(failures[-1], match, scenario)
        if refused is not None:
            failures.append(refused)
        if failures and not failed:
            forced = tuple(answers.forced_steps)
        if refused is not None:
            return Verdict(scenario, tuple(failures), forced_steps=forced, match=match), False
    return Verdict(scenario, tuple(failures), forced_steps=forced, match=match), True


MOST_OPTIONS = 12
"""Maximum number of options that are listed of a decision that is open at the end of a scenario."""


def _with_open_decision(failure: Failure, match: Match, scenario: Scenario) -> Failure:
    """Return a failure after the last answer, with a note on the decision that is open, unless it names that.

    What a scenario begins with ends without one, unless an answer is missing.
    """
    decision = match.decision
    if decision is None or failure.found == describe_situation(match):
        return failure
    options = list_first([option.key for option in decision.options], MOST_OPTIONS)
    said = "decides next" if scenario.given.begin is None else "still has to decide"
    note = f"{decision.seat} {said} ({decision.prompt}): {options}"
    return replace(failure, notes=(*failure.notes, note))


def find_mistakes(games: GameCache, scenarios: Iterable[Scenario]) -> Iterator[Problem]:
    """Yield the problems of scenarios that are detectable before playing: invalid positions, conditions and keys.

    Scenarios with mistakes found by reading are skipped.
    """
    for scenario in scenarios:
        if scenario.mistakes:
            continue
        try:
            game = games.get(scenario.variants, scenario.players)
        except RulebookError as error:
            yield from error.problems
            continue
        try:
            check_position(game, scenario.given)
        except CahierError as error:
            yield from _with_excerpts(error, scenario)
        yield from unknown_keys(game, scenario)
        for then in scenario.expected:
            if isinstance(then, ExpectedCondition):
                try:
                    check_condition(game.program, then.condition)
                except CahierError as error:
                    yield from _with_excerpts(error, scenario)


def _with_excerpts(error: CahierError, scenario: Scenario) -> tuple[Problem, ...]:
    """Return the problems, with the source line for those in a scenario's texts."""
    lines = {
        problem: next(filter(None, (text.excerpt(problem.where) for text in scenario.texts)), None)
        for problem in error.problems
    }
    return tuple(
        replace(problem, excerpt=line) if line and problem.where.file == scenario.where.file else problem
        for problem, line in lines.items()
    )
