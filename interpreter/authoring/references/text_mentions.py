"""Search for things in the effect texts of a game, its variants and its scenarios."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.authoring.lookup import Thing
from interpreter.authoring.references.mention_places import rule_texts
from interpreter.authoring.references.mentions import Mentions
from interpreter.authoring.references.scenario_mentions import mentions_in_scenario
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.overlays.lines import source_lines
from interpreter.rulebook.overlays.overlays import combinations_of, variants_of
from interpreter.rulebook.scenarios.expectations import ExpectedCondition
from interpreter.rulebook.scenarios.scenario_files import Scenario, read_scenarios
from interpreter.support.errors import Location, RulebookError, errors_of

GameKey = tuple[tuple[str, ...], int]
"""The variants in effect, and the number of players."""


@dataclass(slots=True)
class TextMentions:
    """Things mentioned in the texts of a game, by position.

    `read_lines` has the starts of all text lines that were read.
    """

    things: dict[Location, set[Thing]] = field(default_factory=dict)
    read_lines: set[Location] = field(default_factory=set)

    def add(self, mentions: Mentions) -> None:
        """Add the mentions of a game."""
        book = mentions.analysis.rulebook
        self.read_lines |= {line.where for _, text in rule_texts(book) for line in source_lines(text)}
        for mention in mentions.entries:
            if mention.line is not None:
                self.things.setdefault(mention.where, set()).add(mention.thing)

    def add_scenario(self, scenario: Scenario, mentions: Mentions) -> None:
        """Add the mentions of a scenario."""
        if scenario.given.begin is not None:
            self.read_lines.add(scenario.given.begin.where)
        self.read_lines |= {then.condition.where for then in scenario.expected if isinstance(then, ExpectedCondition)}
        for mention in mentions_in_scenario(scenario, mentions):
            if mention.line is not None:
                self.things.setdefault(mention.where, set()).add(mention.thing)


def collect_text_mentions(base: Mentions) -> TextMentions:
    """Return the things mentioned in all texts: the game, its variants alone and combined, and its scenarios.

    Raises:
        RulebookError: A variant or scenario can't be read.
    """
    book = base.analysis.rulebook
    reading = TextMentions()
    reading.add(base)
    games: dict[GameKey, Mentions] = {((), len(book.seats)): base}

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
