"""`cahier check`: find the mistakes in a game.

The command loads the game, each variant alone and with those it may be combined with, and reads the scenarios. A
second process starts with the variants that have vocabulary of their own. Texts are read as far as possible in spite
of mistakes elsewhere. Nothing is played, and therefore nothing is lowered. A file is read once, and a text only once
for each vocabulary. Findings of unchanged files come from the cache (`caches.py`). Mistakes with one cause are
grouped.

With `--watch` (`watch.py`) this process checks the game alone after each save, with its grammar still in memory, and a
fork of it checks the rest; where forking isn't safe, it does both. Missing files are reported first, then mistakes
(those of the saved file before others), then warnings.

Grouping of mistakes by cause: the cause is reported once, with the places of the mistakes that follow from it.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cli.game_loading import format_game_name, load_game
from cli.guard import EXIT_BAD_INPUT, EXIT_NO, EXIT_OK
from cli.text.output import echo, echo_err
from interpreter.support import (
    BackgroundTask,
    DeferredValue,
    Location,
    Problem,
    RulebookError,
    errors_of,
    list_first,
    printable,
    warnings_of,
)

if TYPE_CHECKING:
    from interpreter.playtest import GameCache
    from interpreter.rulebook import Rulebook, Scenario


MAX_SEPARATE = 3
"""Number of equal messages about one word up to which each counts as a mistake of its own."""
MOST_PLACES = 4


def assign_causes(problems: Sequence[Problem]) -> list[Problem]:
    """Return the mistakes; those that repeat an earlier message about the same word get it as their cause."""
    alike: dict[tuple[str, str, str], list[Problem]] = defaultdict(list)
    for problem in problems:
        if problem.cause is None and (word := _blamed_word(problem)):
            alike[problem.code, problem.message.partition(";")[0], word].append(problem)
    causes = {each: same[0].where for same in alike.values() if len(same) > MAX_SEPARATE for each in same[1:]}
    return [replace(each, cause=causes[each]) if each in causes else each for each in problems]


def render_problems(problems: Sequence[Problem]) -> tuple[list[str], str]:
    """Return the messages, and the number of mistakes in words.

    Mistakes that follow from another one are reported with it, as a count with their places.
    """
    caused = assign_causes(problems)
    there = {problem.where for problem in caused if problem.cause is None}
    roots = [problem for problem in caused if problem.cause not in there]
    following: dict[Location, list[Location]] = defaultdict(list)
    for problem in caused:
        if problem.cause is not None and problem.cause in there:
            following[problem.cause].append(problem.where)
    messages = []
    for problem in roots:
        places = following.pop(problem.where, [])
        messages.append(problem.render() + (f"\n    {_places(places)}" if places else ""))
    rest = len(caused) - len(roots)
    counted = f"{len(roots)} mistake{'s' if len(roots) > 1 else ''}"
    if rest:
        counted += f"; {rest} more follow{'s' if rest == 1 else ''} from {'it' if len(roots) == 1 else 'them'}"
    return messages, counted


def _blamed_word(problem: Problem) -> str:
    """Return the word that a mistake is about."""
    if problem.excerpt is None or not problem.where.column:
        return ""
    start = problem.where.column - 1
    return problem.excerpt[start : start + problem.length]


def _places(places: Sequence[Location]) -> str:
    listed = list_first([f"{place.file}:{place.line}" for place in places], MOST_PLACES)
    return printable(f"{len(places)} more follow{'s' if len(places) == 1 else ''} from it: {listed}")


def check_game(
    name: str, variants: tuple[str, ...], players: int | None, json: bool, strict: bool, lang: str | None = None
) -> int:
    """Check a game, print its problems or else one line of counts, and return the exit status.

    `strict`: count warnings as failures, and warn of missing words for players. `lang`: also report missing
    translations into this language.
    """
    from json import dumps

    counts, found = check_with_cache(name, variants, players, strict, lang)
    if json:
        echo(dumps(problems_as_data(found), indent=2))
    else:
        print_problems(counts, found)
    return choose_exit_status(found, strict)


def _missing_words(name: str, variants: tuple[str, ...], players: int | None) -> tuple[Problem, ...]:
    """Return warnings about words for players that the game lacks; none are asked of variants."""
    from interpreter.authoring import find_missing_words

    return () if variants else find_missing_words(load_game(name, variants, players))


def _style_problems(name: str, variants: tuple[str, ...], players: int | None) -> tuple[Problem, ...]:
    """Return the problems of a game's style.yaml, if the game can be loaded; with variants, they aren't its own."""
    from interpreter.rulebook import STYLE_FILE, find_folder

    try:
        if variants or not os.path.lexists(os.path.join(find_folder(name), STYLE_FILE)):
            return ()
        book = load_game(name, variants, players).rulebook
    except RulebookError:
        return ()
    from interpreter.playtest import find_style_problems

    return find_style_problems(book)


def choose_exit_status(found: tuple[Problem, ...], strict: bool) -> int:
    """Return the exit status for the problems found."""
    if errors_of(found):
        return EXIT_BAD_INPUT
    return EXIT_NO if found and strict else EXIT_OK


def check_with_cache(
    name: str, variants: tuple[str, ...], players: int | None, strict: bool, lang: str | None
) -> tuple[str, tuple[Problem, ...]]:
    """Return a game's line of counts, and its problems.

    If there are no errors, these include missing translations into `lang`, and with `strict` missing words for players.
    """
    counts, found = _cached_check(name, variants, players)
    found = (*found, *_style_problems(name, variants, players))
    if lang is not None and not errors_of(found):
        from cli.author.translate import find_missing_translations

        found = (*found, *find_missing_translations(name, variants, players, lang))
    if strict and not errors_of(found):
        found = (*found, *_missing_words(name, variants, players))
    return counts, found


def _cached_check(name: str, variants: tuple[str, ...], players: int | None) -> tuple[str, tuple[Problem, ...]]:
    """Return the result of `check_all`, with errors included instead of raised.

    From the cache if nothing has changed.
    """
    from cli.caches import content_key, load_result, store_result
    from interpreter.rulebook import find_folder

    try:
        key = None if variants else content_key(name, players, "check")
        known = load_result(key, find_folder(name)) if key else None
        counts, found = known or check_all(name, variants, players)
        if key and known is None and not errors_of(found) and key == content_key(name, players, "check"):
            store_result(key, find_folder(name), (counts, found))
    except RulebookError as error:
        return "", (*error.problems, *error.warnings)
    return counts, found


def print_problems(
    counts: str, found: tuple[Problem, ...], known: tuple[Problem, ...] = (), errors_first: bool = False
) -> None:
    """Print the problems and their number.

    Warnings come first, so that errors stand last in a long list, unless `errors_first` is set. Warnings that are
    `known` are only counted.
    """
    errors, warnings = errors_of(found), warnings_of(found)
    messages, mistakes = render_problems(errors)
    warned_of = [warning.render() for warning in warnings if warning not in known]
    for message in (*messages, *warned_of) if errors_first else (*warned_of, *messages):
        echo_err(message)
    warned = f"{len(warnings)} warning{'s' if len(warnings) > 1 else ''}" if warnings else ""
    if errors:
        echo_err(f"{mistakes}, {warned}" if warned else mistakes)
    else:
        echo(printable(f"{counts}: {warned or 'fine'}"))


def check_rules(name: str, variants: tuple[str, ...], players: int | None) -> tuple[Problem, ...]:
    """Return the problems of the game itself, without its variants and scenarios."""
    from interpreter.matches import game_of_rulebook

    try:
        game = game_of_rulebook(_read_rulebook(name, variants, players))
        return (*game.warnings, *game.check_sentences())
    except RulebookError as error:
        return (*error.problems, *error.warnings)


def check_all(name: str, variants: tuple[str, ...], players: int | None) -> tuple[str, tuple[Problem, ...]]:
    """Return a game's line of counts, its warnings, and the problems of its variants and scenarios.

    With `variants`, only the scenarios for these are checked. Raises RulebookError for errors in the game itself.
    """
    from interpreter.authoring import find_unused
    from interpreter.matches import game_of_rulebook
    from interpreter.playtest import GameCache, most_players, with_most_players
    from interpreter.presentation import check_phrasebook, format_count
    from interpreter.rulebook import (
        combinations_to_check,
        new_problems,
        read_scenarios,
        untranslated_counts,
        variants_of,
    )

    book = _read_rulebook(name, variants, players)
    own, amiss = ((), ()) if variants else variants_of(name)
    combinations, odd = combinations_to_check(own, book)
    books = _load_rulebooks(book, combinations)
    words = _wordings(book)
    first = [each for each in combinations if each in books and _wordings(books[each]) != words]
    order: DeferredValue[tuple[list[Configuration], tuple[Scenario, ...]]] = DeferredValue()
    with BackgroundTask(lambda: _check_variants_first(book, books, first, order), in_process=bool(first)) as other:
        game = game_of_rulebook(book)
        scenarios, problems = read_scenarios(book, books=books)
        if variants:
            scenarios = tuple(scenario for scenario in scenarios if scenario.variants == book.variants)
        wanted: dict[Configuration, None] = dict.fromkeys((each, None) for each in combinations if each not in first)
        wanted |= dict.fromkeys((each.variants, each.players) for each in scenarios)
        most = most_players(book) if players is None else None
        whole: set[Configuration] = {(each, None) for each in combinations}
        if most is not None:
            whole.add((book.variants, most))
            wanted[book.variants, most] = None
        games = GameCache(game, books)
        if first:
            here = [each for each in wanted if each[0] not in books or _wordings(books[each[0]]) == words]
            there = [each for each in wanted if each not in here]
            order.set((there, tuple(each for each in scenarios if (each.variants, each.players) in there)))
            more = _check_share(games, here, whole, scenarios)
            more.add(other.result())
        else:
            more = _check_in_halves(games, list(wanted), whole, scenarios)
    told = set(game.warnings)
    in_variants = [new for each in combinations for new in new_problems(each, more.of_games[each, None], told)]
    unused = () if errors_of((*amiss, *problems)) else find_unused(game)
    found = [*game.warnings, *game.check_sentences(), *unused, *amiss, *odd, *in_variants, *problems]
    found += dict.fromkeys(problem for scenario in scenarios for problem in more.of_scenarios[scenario.where])
    if most is not None:
        found += with_most_players(most, more.of_games[book.variants, most], found)
    missing = [
        f"{language}: {format_count(number, 'name')} missing"
        for language, number in untranslated_counts(book).items()
        if number
    ]
    for language in book.phrasebooks:
        said = check_phrasebook(game.program.analysis, language)
        found += errors_of(said)
        if untold := len(warnings_of(said)):
            missing.append(f"{language}: {format_count(untold, 'line')} of cards in English")
    counts = [
        format_counts(book),
        format_count(len(own), "variant") if own else "",
        format_count(len(scenarios), "scenario"),
        *missing,
    ]
    return f"{format_game_name(book)}: {', '.join(each for each in counts if each)}", tuple(dict.fromkeys(found))


VariantIds = tuple[str, ...]
Configuration = tuple[VariantIds, int | None]
"""A game to check: its variants and its number of players."""


@dataclass(slots=True)
class CheckFindings:
    """Problems by the game, or the scenario, in which they were found."""

    of_games: dict[Configuration, tuple[Problem, ...]] = field(default_factory=dict)
    of_scenarios: dict[Location, tuple[Problem, ...]] = field(default_factory=dict)

    def add(self, more: CheckFindings) -> None:
        """Add the problems found elsewhere."""
        self.of_games |= more.of_games
        self.of_scenarios |= more.of_scenarios


def _read_rulebook(name: str, variants: VariantIds, players: int | None) -> Rulebook:
    """Read the rulebook. Raises RulebookError with all mistakes in its files and effect texts."""
    from interpreter.rulebook import read_rulebook

    reading = read_rulebook(name, players, variants)
    if reading.rulebook is None or errors_of(reading.problems):
        return load_game(name, variants, players).rulebook
    return reading.rulebook


def _load_rulebooks(book: Rulebook, combinations: tuple[VariantIds, ...]) -> dict[VariantIds, Rulebook]:
    """Return the rulebooks of those combinations whose files have no errors."""
    from interpreter.rulebook import load_rulebook

    books: dict[VariantIds, Rulebook] = {}
    for variants in combinations:
        with suppress(RulebookError):
            books[variants] = load_rulebook(book.folder, len(book.seats), variants)
    return books


def _wordings(book: Rulebook) -> list[str]:
    """Return the phrases from which the grammar is made; for equal phrases the grammar can be reused."""
    return [str(say) for word in book.words for say in word.says]


def _check_variants_first(
    book: Rulebook,
    books: dict[VariantIds, Rulebook],
    combinations: list[VariantIds],
    order: DeferredValue[tuple[list[Configuration], tuple[Scenario, ...]]],
) -> CheckFindings:
    """Check some combinations of variants, then the work that is ordered later."""
    from interpreter.playtest import GameCache

    games = GameCache(book, books)
    first: list[Configuration] = [(each, None) for each in combinations]
    found = _check_share(games, first, first, ())
    rest, scenarios = order.get()
    found.add(_check_share(games, rest, (), scenarios))
    return found


def _check_in_halves(
    games: GameCache, wanted: list[Configuration], whole: Collection[Configuration], scenarios: tuple[Scenario, ...]
) -> CheckFindings:
    """Check everything, in two processes if there are several games to load."""
    here, beside = wanted[::2], wanted[1::2]
    with BackgroundTask(lambda: _check_share(games, beside, whole, scenarios), in_process=len(wanted) > 2) as other:
        found = _check_share(games, here, whole, scenarios)
        found.add(other.result())
    return found


def _check_share(
    games: GameCache, mine: list[Configuration], whole: Collection[Configuration], scenarios: tuple[Scenario, ...]
) -> CheckFindings:
    """Return the problems of some games: of their scenarios, and of themselves if they are among `whole`."""
    from interpreter.playtest import find_game_problems, find_mistakes

    found = CheckFindings()
    for variants, players in mine:
        if (variants, players) in whole:
            found.of_games[variants, players] = find_game_problems(games, variants, players)
        for scenario in scenarios:
            if (scenario.variants, scenario.players) == (variants, players):
                found.of_scenarios[scenario.where] = tuple(find_mistakes(games, [scenario]))
    return found


def format_counts(book: Rulebook) -> str:
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
        ("kind of dice", "kinds of dice"): len(book.dice),
        ("variable", "variables"): len(book.declared_variables) + len(book.flags),
        ("word", "words"): len(book.words),
    }
    return ", ".join(f"{number} {one if number == 1 else many}" for (one, many), number in counts.items() if number)


def problems_as_data(found: tuple[Problem, ...]) -> list[dict[str, Any]]:
    """Return the problems as data for JSON, one entry each, errors first.

    An entry has `wordings` (forms that may have been meant) and `follows` (the place of its cause) only if there are
    any.
    """
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
        for problem in assign_causes((*errors_of(found), *warnings_of(found)))
    ]
