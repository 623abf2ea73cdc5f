"""`cahier check`: find the mistakes in a game."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cli.guard import BAD_INPUT, FINE, NO
from cli.loading import load_game, name_of
from cli.output import say, tell
from interpreter.background import Background, Order

if TYPE_CHECKING:
    from interpreter.errors import Problem, Where
    from interpreter.playtest.scenarios import Games
    from interpreter.rulebook.model import Rulebook
    from interpreter.rulebook.scenarios import Scenario


def check_game(
    name: str, variants: tuple[str, ...], players: int | None, json: bool, strict: bool, lang: str | None = None
) -> int:
    """Check a game, print its problems or else one line of counts, and return the exit status.

    `strict`: count warnings as failures. `lang`: also report missing translations into this language.
    """
    from json import dumps

    counts, found = verdict(name, variants, players, lang)
    if json:
        say(dumps(as_data(found), indent=2))
    else:
        print_found(counts, found)
    return status_of(found, strict)


def status_of(found: tuple[Problem, ...], strict: bool) -> int:
    """Return the exit status for the problems found."""
    from interpreter.errors import errors_of

    if errors_of(found):
        return BAD_INPUT
    return NO if found and strict else FINE


def verdict(
    name: str, variants: tuple[str, ...], players: int | None, lang: str | None = None
) -> tuple[str, tuple[Problem, ...]]:
    """Return a game's line of counts, and its problems.

    If there are no errors, these include missing translations into `lang`.
    """
    from interpreter.errors import errors_of

    counts, found = _verdict(name, variants, players)
    if lang is not None and not errors_of(found):
        from cli.untranslated import untranslated

        found = (*found, *untranslated(name, variants, players, lang))
    return counts, found


def _verdict(name: str, variants: tuple[str, ...], players: int | None) -> tuple[str, tuple[Problem, ...]]:
    """Return the result of `look`, with errors included instead of raised; from the cache if nothing has changed."""
    from cli.verdicts import content_key, remember, remembered
    from interpreter.errors import RulebookError, errors_of
    from interpreter.rulebook.files import find_folder

    try:
        key = None if variants else content_key(name, players, "check")
        known = remembered(key, find_folder(name)) if key else None
        counts, found = known or look(name, variants, players)
        if key and known is None and not errors_of(found) and key == content_key(name, players, "check"):
            remember(key, find_folder(name), counts, found)
    except RulebookError as error:
        return "", (*error.problems, *error.warnings)
    return counts, found


def print_found(
    counts: str, found: tuple[Problem, ...], known: tuple[Problem, ...] = (), errors_first: bool = False
) -> None:
    """Print the problems and their number.

    Warnings come first, so that errors stand last in a long list, unless `errors_first` is set. Warnings that are
    `known` are only counted.
    """
    from cli.causes import told
    from interpreter.errors import errors_of, shown, warnings_of

    errors, warnings = errors_of(found), warnings_of(found)
    messages, mistakes = told(errors)
    warned_of = [warning.render() for warning in warnings if warning not in known]
    for message in (*messages, *warned_of) if errors_first else (*warned_of, *messages):
        tell(message)
    warned = f"{len(warnings)} warning{'s' if len(warnings) > 1 else ''}" if warnings else ""
    if errors:
        tell(f"{mistakes}, {warned}" if warned else mistakes)
    else:
        say(shown(f"{counts}: {warned or 'fine'}"))


def glance(name: str, variants: tuple[str, ...], players: int | None) -> tuple[Problem, ...]:
    """Return the problems of the game itself, without its variants and scenarios."""
    from interpreter.errors import RulebookError
    from interpreter.matches.loading import load_book

    try:
        return load_book(_read(name, variants, players)).warnings
    except RulebookError as error:
        return (*error.problems, *error.warnings)


def look(name: str, variants: tuple[str, ...], players: int | None) -> tuple[str, tuple[Problem, ...]]:
    """Return a game's line of counts, its warnings, and the problems of its variants and scenarios.

    With `variants`, only the scenarios for these are checked. Raises RulebookError for errors in the game itself.
    """
    from interpreter.errors import errors_of, warnings_of
    from interpreter.matches.loading import load_book
    from interpreter.playtest.checking import combinations_tried, found_with
    from interpreter.playtest.scenarios import Games
    from interpreter.presentation.counts import number_of
    from interpreter.presentation.saying.card_texts import found_in
    from interpreter.rulebook.overlays import variants_of
    from interpreter.rulebook.scenarios import read_scenarios
    from interpreter.rulebook.texts import missing_names

    book = _read(name, variants, players)
    own, amiss = ((), ()) if variants else variants_of(name)
    combinations, odd = combinations_tried(own, book)
    books = _books(book, combinations)
    words = _wordings(book)
    first = [each for each in combinations if each in books and _wordings(books[each]) != words]
    order: Order[tuple[list[Wanted], tuple[Scenario, ...]]] = Order()
    with Background(lambda: _variants_first(book, books, first, order), worth_it=bool(first)) as other:
        game = load_book(book)
        scenarios, problems = read_scenarios(book, books=books)
        if variants:
            scenarios = tuple(scenario for scenario in scenarios if scenario.variants == book.variants)
        wanted: dict[Wanted, None] = dict.fromkeys((each, None) for each in combinations if each not in first)
        wanted |= dict.fromkeys((each.variants, each.players) for each in scenarios)
        games = Games(game, books)
        if first:
            here = [each for each in wanted if each[0] not in books or _wordings(books[each[0]]) == words]
            there = [each for each in wanted if each not in here]
            order.give((there, tuple(each for each in scenarios if (each.variants, each.players) in there)))
            more = _share(games, here, combinations, scenarios)
            more.add(other.result())
        else:
            more = _in_halves(games, list(wanted), combinations, scenarios)
    told = set(game.warnings)
    in_variants = [new for each in combinations for new in found_with(each, more.of_variants[each], told)]
    found = [*game.warnings, *amiss, *odd, *in_variants, *problems]
    found += dict.fromkeys(problem for scenario in scenarios for problem in more.of_scenarios[scenario.where])
    missing = [
        f"{language}: {number_of(number, 'name')} missing" for language, number in missing_names(book).items() if number
    ]
    for language in book.phrasebooks:
        said = found_in(game.program.analysis, language)
        found += errors_of(said)
        if untold := len(warnings_of(said)):
            missing.append(f"{language}: {number_of(untold, 'line')} of cards in English")
    counts = [
        count(book),
        number_of(len(own), "variant") if own else "",
        number_of(len(scenarios), "scenario"),
        *missing,
    ]
    return f"{name_of(book)}: {', '.join(each for each in counts if each)}", tuple(dict.fromkeys(found))


Variants = tuple[str, ...]
Wanted = tuple[Variants, int | None]
"""A game to check: its variants and its number of players."""


@dataclass(slots=True)
class Found:
    """Problems by the combination of variants, or the scenario, in which they were found."""

    of_variants: dict[Variants, tuple[Problem, ...]] = field(default_factory=dict)
    of_scenarios: dict[Where, tuple[Problem, ...]] = field(default_factory=dict)

    def add(self, more: Found) -> None:
        """Add the problems found elsewhere."""
        self.of_variants |= more.of_variants
        self.of_scenarios |= more.of_scenarios


def _read(name: str, variants: Variants, players: int | None) -> Rulebook:
    """Read the rulebook. Raises RulebookError with all mistakes in its files and effect texts."""
    from interpreter.errors import errors_of
    from interpreter.rulebook.build import read_rulebook

    reading = read_rulebook(name, players, variants)
    if reading.rulebook is None or errors_of(reading.problems):
        return load_game(name, variants, players).rulebook
    return reading.rulebook


def _books(book: Rulebook, combinations: tuple[Variants, ...]) -> dict[Variants, Rulebook]:
    """Return the rulebooks of those combinations whose files have no errors."""
    from interpreter.errors import RulebookError
    from interpreter.rulebook.build import load_rulebook

    books: dict[Variants, Rulebook] = {}
    for variants in combinations:
        with suppress(RulebookError):
            books[variants] = load_rulebook(book.folder, len(book.seats), variants)
    return books


def _wordings(book: Rulebook) -> list[str]:
    """Return the phrases from which the grammar is made; for equal phrases the grammar can be reused."""
    return [str(say) for word in book.words for say in word.says]


def _variants_first(
    book: Rulebook,
    books: dict[Variants, Rulebook],
    combinations: list[Variants],
    order: Order[tuple[list[Wanted], tuple[Scenario, ...]]],
) -> Found:
    """Check some combinations of variants, then the work that is ordered later."""
    from interpreter.playtest.scenarios import Games

    games = Games(book, books)
    found = _share(games, [(each, None) for each in combinations], tuple(combinations), ())
    rest, scenarios = order.taken()
    found.add(_share(games, rest, (), scenarios))
    return found


def _in_halves(
    games: Games, wanted: list[Wanted], combinations: tuple[Variants, ...], scenarios: tuple[Scenario, ...]
) -> Found:
    """Check everything, in two processes if there are several games to load."""
    here, beside = wanted[::2], wanted[1::2]
    with Background(lambda: _share(games, beside, combinations, scenarios), worth_it=len(wanted) > 2) as other:
        found = _share(games, here, combinations, scenarios)
        found.add(other.result())
    return found


def _share(
    games: Games, mine: list[Wanted], combinations: tuple[Variants, ...], scenarios: tuple[Scenario, ...]
) -> Found:
    """Return the problems of some combinations of variants, and of the scenarios for them."""
    from interpreter.errors import RulebookError
    from interpreter.playtest.scenarios import find_mistakes

    found = Found()
    for variants, players in mine:
        if players is None and variants in combinations:
            try:
                found.of_variants[variants] = games.get(variants).warnings
            except RulebookError as error:
                found.of_variants[variants] = error.problems
        for scenario in scenarios:
            if (scenario.variants, scenario.players) == (variants, players):
                found.of_scenarios[scenario.where] = tuple(find_mistakes(games, [scenario]))
    return found


def count(book: Rulebook) -> str:
    """Return the number of things of each kind in a game, in words."""
    edges = set(book.map.edges)
    both_ways = sum((end, start) in edges for start, end in edges) // 2
    counts = {
        ("space", "spaces"): len(book.map.spaces),
        ("connection", "connections"): len(edges) - both_ways,
        ("kind of pieces", "kinds of pieces"): len(book.pieces),
        ("box", "boxes"): len(book.boxes),
        ("track", "tracks"): len(book.tracks),
        ("zone", "zones"): len(book.zones),
        ("card", "cards"): len(book.cards),
        ("variable", "variables"): len(book.variables) + len(book.flags),
        ("word", "words"): len(book.words),
    }
    return ", ".join(f"{number} {one if number == 1 else many}" for (one, many), number in counts.items() if number)


def as_data(found: tuple[Problem, ...]) -> list[dict[str, Any]]:
    """Return the problems as data for JSON, one entry each, errors first.

    An entry has `wordings` (forms that may have been meant) and `follows` (the place of its cause) only if there are
    any.
    """
    from cli.causes import with_causes
    from interpreter.errors import errors_of, warnings_of

    return [
        {
            "file": problem.where.file,
            "line": problem.where.line,
            "column": problem.where.column,
            "severity": problem.severity,
            "code": problem.code,
            "message": problem.message,
            "suggestion": problem.suggestion or (f"`{problem.wordings[0]}`" if problem.wordings else None),
            **({"wordings": problem.wordings} if problem.wordings else {}),
            **({"follows": str(problem.cause)} if problem.cause else {}),
        }
        for problem in with_causes((*errors_of(found), *warnings_of(found)))
    ]
