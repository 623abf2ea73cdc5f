"""Quality of suggestions: typing errors and misremembered words in the texts of the shipped games.

    python tests/benchmarks/mistakes.py [--edits 500] [--seed 1] [--show letter] [GAME …]

Each edit spoils one random word of a line of the effect language: a letter is changed, dropped or swapped with the
next; or the word is left out, or replaced by another word of the game's texts. For a rejected edit, the original counts
as found if it is the first suggestion of the first message about the line. An accepted edit, which means something
else, is counted separately. `--show` prints the edits of a kind whose original was not suggested first.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from interpreter import load
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Text
from interpreter.rulebook.source.files import INSTALLED, installed_games
from interpreter.support.errors import CahierError, Problem

LETTER, LEFT_OUT, WRONG = "letter", "left out", "wrong word"
KINDS = (LETTER, LEFT_OUT, WRONG)
GOALS = {LETTER: 0.9, LEFT_OUT: 0.7, WRONG: 0.5}
WORD = re.compile(r"[^\W\d_][\w'’-]{2,}")
WORDING = re.compile(r"\{\w+: [\w ]+\}|\b(says?|offers?): ")
"""Matches lines that contain the name of a word, not a text of the effect language."""
LABEL = re.compile(r'"[^"]*"')
LETTERS = "abcdefghijklmnopqrstuvwxyz"
NOTHING, FIRST, LATER, OTHER = "accepted", "first", "second or third", "not suggested"


@dataclass(frozen=True)
class Edit:
    """A line of a file, spoilt: `before` and `after` without what stands left and right of the text."""

    kind: str
    file: str
    line: int
    column: int
    before: str
    after: str


def texts_of(thing: Any, seen: set[int]) -> Iterator[Text]:
    """All texts of the effect language within a rulebook."""
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, Text):
        yield thing
    elif dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield from texts_of(getattr(thing, field.name), seen)
    elif isinstance(thing, dict):
        for value in thing.values():
            yield from texts_of(value, seen)
    elif isinstance(thing, list | tuple):
        for value in thing:
            yield from texts_of(value, seen)


def lines_of(folder: Path) -> list[tuple[str, int, int, str]]:
    """Return (file, line, column, text) of each line of the effect language that its file contains verbatim.

    Texts in other languages are left out.
    """
    found = set()
    for text in texts_of(dataclasses.replace(load_rulebook(folder), phrasebooks={}), set()):
        for number, line in enumerate(text.split("\n"), 1):
            inner = line.strip()
            if inner:
                where = text.place_at(number, line.index(inner) + 1)
                if not Path(where.file).is_relative_to(folder):  # told sentences, which stand in the texts themselves
                    continue
                file = Path(where.file).relative_to(folder)
                written = (folder / file).read_text(encoding="utf-8").split("\n")[where.line - 1]
                if written.startswith(inner, where.column - 1) and not WORDING.search(written):
                    found.add((str(file), where.line, where.column, inner))
    return sorted(found)


def spoilt(kind: str, line: str, words: list[str], random: Random) -> str | None:
    """The line with one word spoilt, or None if it has none to spoil."""
    labels = [match.span() for match in LABEL.finditer(line)]
    spans = [match.span() for match in WORD.finditer(line)]
    spans = [(start, end) for start, end in spans if not any(low < start < high for low, high in labels)]
    if not spans:
        return None
    start, end = random.choice(spans)
    word = line[start:end]
    if kind == LEFT_OUT:
        return re.sub(" +", " ", line[:start].rstrip() + " " + line[end:].lstrip()).strip() or None
    if kind == WRONG:
        return line[:start] + random.choice([each for each in words if each != word]) + line[end:]
    at = random.randrange(len(word))
    how = random.choice(("change", "drop", "swap"))
    if how == "drop":
        new = word[:at] + word[at + 1 :]
    elif how == "swap" and at + 1 < len(word):
        new = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    else:
        new = word[:at] + random.choice(LETTERS) + word[at + 1 :]
    return line[:start] + new + line[end:] if new != word else None


def edits(folder: Path, number: int, random: Random) -> Iterator[Edit]:
    """So many, of each kind in turn."""
    lines = lines_of(folder)
    words = sorted({word for *_, text in lines for word in WORD.findall(text)})
    made = 0
    while made < number:
        kind = KINDS[made % len(KINDS)]
        file, line, column, text = random.choice(lines)
        after = spoilt(kind, text, words, random)
        if after is not None and after != text:
            made += 1
            yield Edit(kind, file, line, column, text, after)


def problems_after(folder: Path, edit: Edit) -> list[Problem]:
    """Return the problems that are reported after the edit. The folder is restored in the end."""
    path = folder / edit.file
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    at, start = edit.line - 1, edit.column - 1
    lines[at] = lines[at][:start] + edit.after + lines[at][start + len(edit.before) :]
    path.write_text("\n".join(lines), encoding="utf-8")
    try:
        load(folder)
    except CahierError as error:
        return list(error.problems)
    finally:
        path.write_text(text, encoding="utf-8")
    return []


def place_of(edit: Edit, problems: list[Problem]) -> str:
    """Return the position of the original among the suggestions of the first message about the line."""
    if not problems:
        return NOTHING
    about = [each for each in problems if each.where.file.endswith(edit.file) and each.where.line == edit.line]
    for problem in about[:1]:
        start = problem.where.column - edit.column
        if problem.suggestion is not None:
            for suggestion in (problem.suggestion, problem.suggestion.strip("`")):
                for length in {problem.length, len(problem.suggestion)}:
                    if edit.after[:start] + suggestion + edit.after[start + length :] == edit.before:
                        return FIRST
        for number, wording in enumerate(problem.wordings):
            if wording.strip() == edit.before or (len(wording) > 12 and edit.before.endswith(wording.strip())):
                return LATER if number else FIRST
            if edit.after[:start] + wording + edit.after[start + problem.length :] == edit.before:
                return LATER if number else FIRST
    return OTHER


Met = Callable[[str, Edit, str, list[Problem]], None]
"""Called with a game, an edit of it, where its original is among the suggestions, and what was said."""


def measured(games: Sequence[str], number: int, seed: int, met: Met = lambda *_: None) -> Counter[tuple[str, str]]:
    """Count edits by kind and by the position of the original among the suggestions; `number` edits over all games."""
    found: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as place:
        for at, game in enumerate(games):
            ignored = shutil.ignore_patterns("scenarios")
            folder = Path(shutil.copytree(INSTALLED / "rules" / game, Path(place, game), ignore=ignored))
            share = number // len(games) + (at < number % len(games))
            for edit in edits(folder, share, Random(f"{seed} {game}")):
                problems = problems_after(folder, edit)
                where = place_of(edit, problems)
                found[edit.kind, where] += 1
                met(game, edit, where, problems)
    return found


def share_first(found: Counter[tuple[str, str]], kind: str) -> tuple[int, float]:
    """Number of rejected edits of a kind, and the share of them whose original was the first suggestion."""
    refused = sum(found[kind, where] for where in (FIRST, LATER, OTHER))
    return refused, found[kind, FIRST] / refused if refused else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="(all)")
    parser.add_argument("--edits", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", choices=KINDS)
    wishes = parser.parse_args()

    def show(game: str, edit: Edit, where: str, problems: list[Problem]) -> None:
        if edit.kind == wishes.show and where in (OTHER, LATER):
            told = next((each for each in problems if each.where.line == edit.line), problems[0])
            print(f"{game}/{edit.file}:{edit.line}\n  meant: {edit.before}\n  wrote: {edit.after}\n{told.render()}\n")

    found = measured(wishes.games or installed_games(), wishes.edits, wishes.seed, show)
    print("| | refused | original first | second or third | accepted |\n|---|---:|---:|---:|---:|")
    for kind in KINDS:
        refused, share = share_first(found, kind)
        goal, later, accepted = GOALS[kind], found[kind, LATER], found[kind, NOTHING]
        print(f"| {kind} | {refused} | {share:.0%} (goal {goal:.0%}) | {later} | {accepted} |")


if __name__ == "__main__":
    main()
