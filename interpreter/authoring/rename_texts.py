"""Search for things in the effect texts of a game, its variants and its scenarios."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.authoring.mentions import Mentions
from interpreter.authoring.named import Thing
from interpreter.authoring.places import texts_of
from interpreter.authoring.scenario_mentions import named_in
from interpreter.errors import RulebookError, Where, errors_of
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.expectations import Holds
from interpreter.rulebook.lines import lines_of
from interpreter.rulebook.overlays import combinations_of, variants_of
from interpreter.rulebook.scenarios import Scenario, read_scenarios

Game = tuple[tuple[str, ...], int]
"""The variants in effect, and the number of players."""


@dataclass(slots=True)
class Reading:
    """Things mentioned in the texts of a game, by position; `read` has the starts of all text lines that were read."""

    things: dict[Where, set[Thing]] = field(default_factory=dict)
    read: set[Where] = field(default_factory=set)

    def add(self, mentions: Mentions) -> None:
        """Add the mentions of a game."""
        book = mentions.analysis.rulebook
        self.read |= {line.where for _, text in texts_of(book) for line in lines_of(text)}
        for mention in mentions.all:
            if mention.line is not None:
                self.things.setdefault(mention.where, set()).add(mention.thing)

    def add_scenario(self, scenario: Scenario, mentions: Mentions) -> None:
        """Add the mentions of a scenario."""
        if scenario.given.begin is not None:
            self.read.add(scenario.given.begin.where)
        self.read |= {then.condition.where for then in scenario.expected if isinstance(then, Holds)}
        for mention in named_in(scenario, mentions):
            if mention.line is not None:
                self.things.setdefault(mention.where, set()).add(mention.thing)


def read_texts(base: Mentions) -> Reading:
    """Return the things mentioned in all texts: the game, its variants alone and combined, and its scenarios.

    Raises:
        RulebookError: A variant or scenario can't be read.
    """
    book = base.analysis.rulebook
    reading = Reading()
    reading.add(base)
    games: dict[Game, Mentions] = {((), len(book.seats)): base}

    def at(variants: tuple[str, ...], players: int) -> Mentions:
        """Return the mentions of the game with these variants and players, read at most once."""
        if (variants, players) not in games:
            games[variants, players] = Mentions(load_rulebook(book.folder, players, variants))
            reading.add(games[variants, players])
        return games[variants, players]

    overlays, problems = variants_of(book.folder)
    scenarios, more = read_scenarios(book)
    if wrong := errors_of((*problems, *more)):
        raise RulebookError(wrong)
    for variants in combinations_of(overlays):
        at(variants, len(book.seats))
    for scenario in scenarios:
        reading.add_scenario(scenario, at(scenario.variants, scenario.players or len(book.seats)))
    return reading
