"""`cahier check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.guard import BAD_INPUT, FINE
from cli.loading import load_game
from cli.output import say, tell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.errors import Problem
    from interpreter.playtest.scenarios import Games
    from interpreter.rulebook.model import Rulebook, Variant


def check_game(name: str, variants: tuple[str, ...], players: int | None, json: bool) -> int:
    """Print what is wrong with a game, or one line of counts if nothing is. Gives the exit status."""
    from cli.verdicts import content_key, remember, remembered
    from interpreter.errors import RulebookError, shown
    from interpreter.rulebook.files import find_folder

    problems: tuple[Problem, ...] = ()
    try:
        key = None if variants else content_key(name, players)
        counts = remembered(key, find_folder(name)) if key else None
        if counts is None:
            counts, problems = look(name, variants, players)
            if key and not problems:
                remember(key, find_folder(name), counts)
    except RulebookError as error:
        problems = error.problems
    if json:
        say(as_json(problems))
    elif problems:
        for problem in problems:
            tell(problem.render())
        tell(f"{len(problems)} mistakes" if len(problems) > 1 else "1 mistake")
    else:
        say(shown(counts or ""))
    return BAD_INPUT if problems else FINE


def look(name: str, variants: tuple[str, ...], players: int | None) -> tuple[str, tuple[Problem, ...]]:
    """A game's line of counts, and what is wrong with its variants and scenarios, or, if `variants` are asked for, with
    the scenarios for these. Raises RulebookError for what else is wrong."""
    from interpreter.playtest.scenarios import Games, find_mistakes
    from interpreter.rulebook.overlays import variants_of
    from interpreter.rulebook.scenarios import read_scenarios
    from interpreter.rulebook.texts import missing_names

    game = load_game(name, variants, players)
    book = game.rulebook
    games = Games(game)
    own, problems = variants_of(name)
    if variants:
        own, problems = (), ()
    wrong = list(problems)
    wrong += _in_variants(games, own)
    scenarios, problems = read_scenarios(book, varied=games.books())
    if variants:
        scenarios = tuple(scenario for scenario in scenarios if scenario.variants == book.variants)
    wrong += problems
    wrong += find_mistakes(games, scenarios)
    missing = [f"{language}: {number} names missing" for language, number in missing_names(book).items() if number]
    counts = [
        count(book),
        f"{len(own)} variant{'s' if len(own) > 1 else ''}" if own else "",
        f"{len(scenarios)} scenarios",
        *missing,
    ]
    return f"{game.id}: {', '.join(each for each in counts if each)}: fine", tuple(dict.fromkeys(wrong))


def _in_variants(games: Games, variants: tuple[Variant, ...]) -> Iterator[Problem]:
    """What is wrong with a game that is fine by itself, when its own variants are applied."""
    from dataclasses import replace

    from interpreter.errors import RulebookError
    from interpreter.rulebook.overlays import combinations_of

    told: set[Problem] = set()
    for combination in combinations_of(variants):
        try:
            games.get(combination)
        except RulebookError as error:
            for problem in error.problems:
                if problem not in told:
                    told.add(problem)
                    yield replace(problem, message=f"{problem.message} (with {' and '.join(combination)})")


def count(book: Rulebook) -> str:
    """How many things of each kind a game has."""
    graph = book.map.graph
    both_ways = sum(graph.has_edge(end, start) for start, end in graph.edges) // 2
    counts = {
        ("space", "spaces"): len(book.map.spaces),
        ("connection", "connections"): graph.number_of_edges() - both_ways,
        ("kind of pieces", "kinds of pieces"): len(book.pieces),
        ("box", "boxes"): len(book.boxes),
        ("track", "tracks"): len(book.tracks),
        ("zone", "zones"): len(book.zones),
        ("card", "cards"): len(book.cards),
        ("variable", "variables"): len(book.variables) + len(book.flags),
        ("word", "words"): len(book.words),
    }
    return ", ".join(f"{number} {one if number == 1 else many}" for (one, many), number in counts.items() if number)


def as_json(problems: tuple[Problem, ...]) -> str:
    """Mistakes as tools read them."""
    from json import dumps

    entries = [
        {
            "file": problem.where.file,
            "line": problem.where.line,
            "column": problem.where.column,
            "code": problem.code,
            "message": problem.message,
            "suggestion": problem.suggestion,
        }
        for problem in problems
    ]
    return dumps(entries, indent=2)
