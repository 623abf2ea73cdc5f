"""Words for players that a game lacks, as warnings: one for each kind, with a count and the first few names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from interpreter.language.ir.builders import statements_in
from interpreter.language.ir.statements import Choose, Either, End
from interpreter.language.sentence_holes import DecisionSite, PlayerSentences
from interpreter.matches.match import Game
from interpreter.presentation.phrases import format_count
from interpreter.rulebook.rules_summary import SUMMARY_FILE
from interpreter.support.errors import WARNING, Location, Problem
from interpreter.support.name_lists import list_first

MOST_NAMED = 3
"""Number of names that a warning lists."""


def find_missing_words(game: Game) -> tuple[Problem, ...]:
    """Return a warning for each kind of words that a game lacks for its players."""
    where = Location(os.path.join(game.rulebook.folder, "game.yaml"))
    return tuple(Problem(where, "missing-words", message, severity=WARNING) for message in _missing(game))


def _missing(game: Game) -> Iterator[str]:
    book = game.rulebook
    texts = book.player_texts
    if not os.path.lexists(os.path.join(book.folder, SUMMARY_FILE)):
        yield f"there is no {SUMMARY_FILE} with a summary of the rules"
    if texts.goals.keys().isdisjoint(("", *(side.id for side in book.sides))):
        yield from _counted("seat has no `goal`", "seats have no `goal`", set(game.seats) - texts.goals.keys())
    yield from _counted("seat has no `colour`", "seats have no `colour`", set(game.seats) - texts.colours.keys())
    if not (texts.needed or any(texts.badges.values())) and (book.tracks or book.zones or book.map.attributes):
        yield "nothing stands under `show`: no attribute is a badge, and nothing is needed each turn"
    poor = [site for site in PlayerSentences(game.program.analysis).decisions.values() if _is_poor(site)]
    asked = {_name(game, site) for site in poor if site.key_in(texts.questions) is None}
    yield from _counted("decision has no words under `ask`", "decisions have no words under `ask`", asked)
    said = [each for routine in game.program.routines.all for each in statements_in(routine.body)]
    reasons = {each.reason for each in said if isinstance(each, End) and each.reason} - texts.endings.keys()
    yield from _counted("ending has no words under `because`", "endings have no words under `because`", reasons)


def _counted(one: str, many: str, names: Iterable[str]) -> Iterator[str]:
    found = sorted(names)
    if found:
        yield f"{format_count(len(found), one, many)}: {list_first([f'`{name}`' for name in found], MOST_NAMED)}"


def _is_poor(site: DecisionSite) -> bool:
    """Return True if a question doesn't say what a decision is for unless the game has words for it."""
    return isinstance(site.statement, Either) or (isinstance(site.statement, Choose) and not site.purposes)


def _name(game: Game, site: DecisionSite) -> str:
    """Return the phrase that asks a decision, or its line."""
    if site.wordings:
        return site.wordings[0]
    where = site.statement.where
    return f"{os.path.relpath(where.file, game.rulebook.folder)}:{where.line}"
