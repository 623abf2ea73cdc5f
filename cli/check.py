"""`cahier check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.guard import BAD_INPUT, FINE
from cli.loading import load_game
from cli.output import say, tell

if TYPE_CHECKING:
    from interpreter.errors import Problem
    from interpreter.rulebook.model import Rulebook


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
    """A game's line of counts, and what is wrong with its scenarios. Raises RulebookError for what else is wrong."""
    from interpreter.playtest.scenarios import find_mistakes
    from interpreter.rulebook.scenarios import read_scenarios

    game = load_game(name, variants, players)
    scenarios, problems = read_scenarios(game.rulebook)
    counts = f"{game.id}: {count(game.rulebook)}, {len(scenarios)} scenarios: fine"
    return counts, (*problems, *find_mistakes(game, scenarios))


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
