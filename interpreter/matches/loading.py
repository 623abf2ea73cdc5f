"""Load a game that can be played, or a saved match, and replay matches.

A save is replayed up to its position, a match by changed rules as far as its choices are possible.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import repeat
from typing import TYPE_CHECKING, Literal

from interpreter.language.execution.executable import Backend, parse_backend
from interpreter.matches.match import Game, Match
from interpreter.rulebook.build import RulebookResult, load_documents, read_rulebook
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.overlays.lost_names import LostNames, lost_names
from interpreter.rulebook.source.files import is_setting
from interpreter.rulebook.source.references import find_named_game
from interpreter.support.errors import (
    MAX_NAME_LENGTH,
    BudgetError,
    CahierError,
    Location,
    PlayError,
    Problem,
    RulebookError,
    SaveError,
    errors_of,
)
from interpreter.support.formats import LANGUAGE_VERSION
from interpreter.support.name_lists import quote_names

if TYPE_CHECKING:
    from interpreter.engine.saves import SaveData

DOUBTFUL = frozenset({"idle-gloss"})
"""Codes of warnings that may be wrong if the files have errors.

A word that isn't found may be in a text that can't be read.
"""


def load(
    game: str | os.PathLike[str],
    variants: str | Sequence[str] = (),
    players: int | None = None,
    backend: Backend = "auto",
) -> Game:
    """Load a game.

    If the YAML has errors, texts are still checked, but mistakes that could follow from these errors aren't reported.
    Errors in the game's own files that occur only with the variants mention them. Warnings don't stop loading; they
    are in `Game.warnings`.

    Args:
        game: Name of an installed game, or path of its folder.
        variants: Ids of the game's own variants, or paths of any. A plain string is one variant.
        players: Number of players; by default the minimum.
        backend: The backend that plays many games of it.

    Raises:
        RulebookError: The folder or the variants have errors, in YAML or in texts of the language. It has all of them.
    """
    loaded = _load_or_raise(read_rulebook(game, players, variants), game, players)
    loaded.backend = parse_backend(backend)
    return loaded


def game_of_rulebook(book: Rulebook) -> Game:
    """Return the game of a rulebook whose YAML has no mistakes.

    Raises:
        RulebookError: Its texts have errors.
    """
    return _load_or_raise(RulebookResult(book, book.warnings, True), book.folder, len(book.seats))


def _load_or_raise(reading: RulebookResult, game: str | os.PathLike[str], players: int | None) -> Game:
    loaded, problems = _try_load(reading)
    if loaded is None:
        if reading.rulebook is not None and reading.rulebook.overlays:
            problems = _mention_variants(problems, reading.rulebook, game, players)
        told = dict.fromkeys(each for each in problems if each.code not in DOUBTFUL)
        raise RulebookError(sorted(told, key=lambda problem: problem.where))
    return loaded


def _try_load(reading: RulebookResult) -> tuple[Game | None, list[Problem]]:
    """Return the game, or None if there are errors, and all problems."""
    problems = list(reading.problems)
    loaded: Game | None = None
    if reading.rulebook is not None and reading.is_complete:
        try:
            if not errors_of(problems):
                loaded = Game(reading.rulebook)
            else:
                from interpreter.language.analysis import Analysis

                Analysis(reading.rulebook)
        except RulebookError as error:
            problems += _with_causes(error.problems, problems)
        except (LookupError, ValueError):  # a text may name a thing that was left out
            if not errors_of(problems):
                raise
    return None if errors_of(problems) else loaded, problems


def _with_causes(found: Sequence[Problem], earlier: Iterable[Problem]) -> list[Problem]:
    """Return problems of texts; one in a line with a value that its column lacks follows from the problem about that.

    Args:
        found: Problems of texts.
        earlier: Problems of the YAML.
    """
    lacking: dict[str, Location] = {}
    for problem in earlier:
        if problem.code == "unknown-value" and problem.excerpt is not None and problem.where.column:
            word = problem.excerpt[problem.where.column - 1 :][: problem.length]
            lacking.setdefault(word, problem.where)
    causes = [[lacking[word] for word in re.findall(r"\w+", each.excerpt or "") if word in lacking] for each in found]
    return [
        replace(each, cause=each.cause or next(iter(those), None)) for each, those in zip(found, causes, strict=True)
    ]


def _mention_variants(
    problems: list[Problem], book: Rulebook, game: str | os.PathLike[str], players: int | None
) -> list[Problem]:
    """Return the problems; those in the game's own files that occur only with the overlays mention these.

    A single overlay is mentioned if it is enough, with the name that it takes away from the line. A bot that plays with
    some variants only is compared with these.
    """
    overlays, asked = book.overlays, book.requested_variants
    files = {overlay.where.file for overlay in overlays}

    def is_variants(file: str) -> bool:
        return file in files or os.path.basename(os.path.dirname(file)) == "variants"  # one of the bases

    if all(is_variants(problem.where.file) for problem in problems):
        return problems
    partners = {bot.where.file: bot.variants for bot in book.bots}

    @cache
    def known(variants: tuple[str, ...]) -> set[tuple[Location, str]]:
        found = problems if variants == asked else _try_load(read_rulebook(game, players, variants))[1]
        return {(problem.where, problem.code) for problem in found}

    @cache
    def taken() -> LostNames | None:
        return _lost_names(book, game, players)

    def mention(problem: Problem) -> Problem:
        place = problem.where, problem.code
        needed = tuple(each for each in asked if each in partners.get(problem.where.file, ()))[:1]
        if is_variants(problem.where.file) or problem.names_variant or (not needed and place in known(())):
            return problem
        if needed and place in known(needed):
            return replace(problem, names_variant=True)  # the bot is wrong, and plays only with this variant
        enough = [overlay for overlay in overlays if place in known((*needed, overlay.name))]
        blamed = enough[:1] or overlays
        if len(blamed) == 1 and not is_setting(blamed[0].name) and (lost := taken()) is not None:
            found = lost.explain(problem, blamed[0].id)
            if found is not None:
                return found
        by = quote_names(sorted(overlay.id for overlay in blamed), " and ")
        so = f"the variant {by} causes this" if len(blamed) == 1 else f"the variants {by} cause this"
        return replace(problem, message=f"{problem.message}; {so}", names_variant=True)

    return [mention(problem) for problem in problems]


def _lost_names(book: Rulebook, game: str | os.PathLike[str], players: int | None) -> LostNames | None:
    """Return the names that the variants of a game take away; None if the game alone can't be read."""
    without = read_rulebook(game, players)
    if without.rulebook is None or errors_of(without.problems):
        return None
    changes = read_rulebook(game, players, [each.where.file for each in book.overlays]).changed_steps
    return lost_names(without.rulebook, book, changes, load_documents(game))


Cause = Literal["over", "other_seat", "not_on_offer", "stuck"]


@dataclass(frozen=True, slots=True)
class ReplayFailure:
    """The first choice that can't be replayed.

    Attributes:
        number: Its number, from 1.
        seat: The seat that chose. A save doesn't contain that; then it is the seat that decides now, or None.
        choice: Its key.
        cause: `over`: the match has ended. `other_seat`: another seat decides. `not_on_offer`: there is no such option.
            `stuck`: the rules can't go on.
        explanation: The other seat, or an explanation in English.
    """

    number: int
    seat: str | None
    choice: str
    cause: Cause
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class RuleReplay:
    """A replayed match, and the choice at which the replay ended; None if it is complete."""

    match: Match
    failure: ReplayFailure | None


def replay_with_rules(match: Match, game: Game) -> RuleReplay:
    """Replay a match by the rules of `game`, from its seed and choices.

    Raises:
        BudgetError: The new match can't even begin.
    """
    seats = (match.game.seats[before.seat] for before in match.past)
    return _replay_choices(game.after(match.game.kept).start(match.seed), match.choices, seats)


def replay_saved(saved: SaveData, game: Game) -> RuleReplay:
    """Replay a saved match by the rules of `game`, from its seed and choices.

    Raises:
        BudgetError: The new match can't even begin.
    """
    return _replay_choices(game.after(saved.after).start(saved.seed), saved.choices, repeat(None))


def _replay_choices(made: Match, choices: Iterable[str], seats: Iterable[str | None]) -> RuleReplay:
    """Make these choices in a new match as far as they are possible.

    `seats` are the seats that made them, None if unknown.
    """
    for number, (choice, known) in enumerate(zip(choices, seats, strict=False), start=1):
        seat = known or (made.decision.seat if made.decision is not None else None)
        missed = _choose(made, choice, seat)
        if missed is not None:
            key = choice if len(choice) <= MAX_NAME_LENGTH else choice[:MAX_NAME_LENGTH] + "…"
            return RuleReplay(made, ReplayFailure(number, seat, key, *missed))
    return RuleReplay(made, None)


def _choose(match: Match, choice: str, seat: str | None) -> tuple[Cause, str] | None:
    """Make one choice; return the cause and an explanation if it isn't possible."""
    decision = match.decision
    if decision is None or seat is None:
        return "over", ""
    if decision.seat != seat:
        return "other_seat", decision.seat
    reason = match.why_not(choice, seat)
    if reason is not None:
        return "not_on_offer", reason.text + (f" ({reason.where})" if reason.where is not None else "")
    try:
        match.choose(choice)
    except BudgetError as error:
        return "stuck", f"{error.message} ({error.problems[0].where})"
    return None


def differing_rule_message(language: str, match: Match, choice: str) -> str:
    """Return a message about a choice in an older match that is not on offer now."""
    decision, number = match.decision, match.decisions + 1
    if decision is None:
        return differing_rules_message(language, f"the match is over before decision {number}")
    reason = match.why_not(choice, decision.seat)
    why = ""
    if reason is not None:
        why = f": {reason.text}" + (f" ({reason.where})" if reason.where is not None else "")
    if len(choice) > MAX_NAME_LENGTH:
        choice = choice[:MAX_NAME_LENGTH] + "…"
    return (
        f"played by {language}, whose rule for `{decision.prompt}` differs: at decision {number} "
        f"{decision.seat} chose `{choice}`, which is not on offer now{why}"
    )


def differing_rules_message(language: str, how: str) -> str:
    """Return a message about an older match if the differing rule is unknown."""
    return f"played by {language}, whose rules differ: {how}"


def load_match(path: str | os.PathLike[str], game: Game | None = None) -> Match:
    """Return the match saved in a file, ready to continue.

    Args:
        path: The file.
        game: The game. Pass it for a file from a stranger, and for a game of your own that does not lie beside the
            file. By default, the rules and variants are found by their names, or at the paths in the file.

    Raises:
        SaveError: The file is incomplete or altered, or its rules differ from those of the game.
    """
    from interpreter.engine.saves import position_digest, read_save

    where, saved = Location(os.fspath(path)), read_save(path)
    game = game or _game_named(saved, where)
    if game.id != saved.game or (game.rulebook.digest != saved.rules and saved.language == LANGUAGE_VERSION):
        raise SaveError(
            Problem(
                where, "other-rules", f"it was saved with rules of `{saved.game}` that differ from the present ones"
            )
        )
    match = game.after(saved.after, where).start(saved.seed)
    for choice, seat in (*zip(saved.choices, repeat(None)), *((key, seat) for seat, key in saved.early.items())):
        try:
            match.choose(choice, seat)
        except PlayError as error:
            if saved.language != LANGUAGE_VERSION:
                message = differing_rule_message(saved.language, match, choice)
                raise SaveError(Problem(where, "played-by-older", message)) from None
            raise SaveError(Problem(where, "not-playable", f"its choices can't be played: {error.message}")) from None
    if saved.language == LANGUAGE_VERSION and position_digest(match.snapshot()) != saved.position:
        raise SaveError(
            Problem(where, "other-position", "its choices lead to a position that differs from the saved one")
        )
    return match


def _game_named(saved: SaveData, where: Location) -> Game:
    """Return the game that a save names: from its folder if that still exists, else by the game's id."""
    rules = saved.folder if saved.folder is not None and os.path.isdir(saved.folder) else saved.game
    try:
        return load(rules, saved.variants, saved.players)
    except CahierError as error:
        if saved.folder is None and find_named_game(saved.game) is None:
            message = (
                f"`{saved.game}` is not among the games here; load it from its folder, and hand it to `load_match`"
            )
            raise SaveError(Problem(where, "no-such-game", message)) from None
        raise SaveError(Problem(where, "no-such-game", f"its game can't be loaded: {error.message}")) from None
