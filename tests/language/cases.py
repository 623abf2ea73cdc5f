"""Plays small pieces of text on the sample game: each one as the event of a card made for it, with red acting."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from interpreter import load
from interpreter.engine.match import Game, Match

SAMPLE = Path(__file__).parent / "sample"


def sample_with(folder: Path, texts: Iterable[str] = (), edits: Sequence[tuple[str, str, str]] = ()) -> Path:
    """A copy of the sample game in `folder`, with a card for each text and (file, old, new) put in place."""
    target = Path(shutil.copytree(SAMPLE, folder / "sample"))
    cards = "".join(f"  - id: case_{at}\n    title: Case {at}\n{event(text)}" for at, text in enumerate(texts))
    if cards:
        (target / "cards" / "cases.yaml").write_text(f"deck: cases\ntitle: Cases\ncards:\n{cards}", encoding="utf-8")
        with (target / "zones.yaml").open("a", encoding="utf-8") as zones:
            zones.write("  - {id: all_cases, title: All cases, face: nobody, starts with: [cases]}\n")
    for file, old, new in edits:
        path = target / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {file}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return target


def event(text: str) -> str:
    return "    event: |\n" + "".join(f"      {line}\n" for line in text.splitlines())


def start(game: Game, number: int, *, seed: int = 0, you: int | None = 0) -> Match:
    """A match that is nothing but case `number`."""
    routine = game.program.event_number[game.card_ids.index(f"case_{number}")]
    assert routine is not None
    flow = game.program.code(True).flow
    root = flow.entries[routine], flow.frame_size[routine]
    return Match(game, seed, game.new_state(seed, True, root, you))


def answered(match: Match, answers: str) -> Match:
    """The match after these keys, parted by commas."""
    for key in answers.split(", ") if answers else ():
        match.choose(key)
    return match


def found(match: Match, name: str) -> Any:
    """What `name` stands at: `count`, `uses.alder`, `pawn.red.alder`, `lead.blue`, `hand of red`, `burnt`, `asked`."""
    if name == "asked":
        return None if match.decision is None else " ".join(option.key for option in match.decision.options)
    if name == "seat":
        return None if match.decision is None else match.decision.seat
    if name == "over":
        outcome = match.outcome()
        return None if outcome is None else [*outcome.winners, outcome.reason]
    view = match.view("red")
    first, *rest = name.split(".")
    parts = (view[part] for part in ("variables", "tracks", "flags", "zones", "pieces"))
    value = next(part[first] for part in parts if first in part)
    for part in rest:
        value = value.get(part, 0)
    return value


def loaded(folder: Path, texts: Iterable[str]) -> Game:
    return load(sample_with(folder, texts))
