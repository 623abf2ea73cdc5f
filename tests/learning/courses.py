"""Matches by actions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from interpreter import load
from interpreter.learning.episode import ActionSpace, Episode
from interpreter.matches.match import Game

ENDLESS = """\
as one:
  may "spin":
    while height < 9: set height to 1 - height
end the game, nobody wins, because "still"
"""


def small_game(folder: Path, text: str) -> Game:
    """A game for two, in which this is all that happens."""
    lines = "".join(f"      {line}\n" for line in text.splitlines())
    files = {
        "game": "id: small\ntitle: Small\nabout: For tests.\nsource: ours\n"
        "seats: [{id: one, title: One}, {id: two, title: Two}]\n",
        "sequence": f'start: go\nscore: "0"\nwords:\n  - say: go\n    do: |\n{lines}',
        "vocabulary": "variables: [{id: height, is: number}]\n",
    }
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(content, encoding="utf-8")
    return load(folder)


def courses(game: Game, actions: ActionSpace, seed: int, logged: bool = False) -> Iterator[Episode]:
    """A random match, at each decision and at its end."""
    course, random = Episode(game, actions, game.new_state(seed, logged)), Random(seed)
    while course.seat is not None:
        yield course
        course.take(random.choice(sorted(course.legal_actions)))
    yield course
