"""Plays small pieces of text on a sample game, each one as the event of a card of its own; the first seat acts."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import yaml

from interpreter import load
from interpreter.engine.history import History
from interpreter.matches.match import Game, Match

HERE = Path(__file__).parent
SAMPLE = HERE / "sample"
Case = tuple[str, str, dict[str, Any]]


def read_cases(file: str) -> list[Case]:
    """(text, answers, what stands where) of each case, in the order of the file."""
    _, *sections = (HERE / file).read_text(encoding="utf-8").split("\n## ")
    cases = []
    for case in (case for section in sections for case in section.strip().split("\n\n")[1:]):
        lines = case.split("\n")
        text = "\n".join(line for line in lines if line[0] not in ">=")
        answers = "".join(line[2:] for line in lines if line.startswith("> "))
        cases.append((text, answers, yaml.safe_load("{" + lines[-1][2:].partition("#")[0] + "}")))
    return cases


def sample_with(
    folder: Path, texts: Iterable[str] = (), edits: Sequence[tuple[str, str, str]] = (), sample: str = "sample"
) -> Path:
    """A copy of a sample game in `folder`, with a card for each text and (file, old, new) put in place."""
    target = Path(shutil.copytree(HERE / sample, folder / sample))
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
    routine = game.program.routines.event[game.card_ids.index(f"case_{number}")]
    assert routine is not None
    return Match(game, History(game, seed, game.new_state(seed, True, routine, you)))


def answered(match: Match, answers: str) -> Match:
    """The match after these keys, parted by commas."""
    for key in answers.split(", ") if answers else ():
        match.choose(key)
    return match


def found(match: Match, name: str) -> Any:
    """Return the current value of `name`.

    Names are `count`, `uses.alder`, `pawn.red.alder`, `lead.blue`, `hand of red`, `burnt` and `asked`.
    """
    if name == "asked":
        return None if match.decision is None else " ".join(option.key for option in match.decision.options)
    if name == "seat":
        return None if match.decision is None else match.decision.seat
    if name == "over":
        outcome = match.outcome()
        return None if outcome is None else [*outcome.winners, outcome.reason]
    view = match.view(match.game.seats[0])
    first, *rest = name.split(".")
    parts = (view[part] for part in ("variables", "tracks", "flags", "zones", "pieces"))
    value = next(part[first] for part in parts if first in part)
    for part in rest:
        value = value.get(part, 0)
    return value


def loaded(folder: Path, texts: Iterable[str], sample: str = "sample") -> Game:
    return load(sample_with(folder, texts, sample=sample))
