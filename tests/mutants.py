"""Mutation test of a game's scenarios: break its data in one place at a time and count the breaks that they notice.

    python tests/mutants.py GAME_OR_FOLDER [--only FILE] [--sample N] [--jobs 2]

A mutant drops a statement, moves a number by one, negates a condition or a flag, lets a comparison hold of equal
numbers or no longer do so, names another place or cuts a connection. A mutant that does not load says nothing about
scenarios and is left out of the shares. Survivors are listed with file and line. Each process works on its own copy of
the folder.
"""

from __future__ import annotations

import argparse
import atexit
import os
import random
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from interpreter import load
from interpreter.playtest.scenarios.scenario_runner import GameCache, play_scenario
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from interpreter.support.errors import RulebookError

RULES = Path(__file__).parent.parent / "rules"
STATEMENTS = {"event", "do", "when empty"}
EXPRESSIONS = {"when", "means"}
OF_THE_GAME = {"start": "sequence.yaml", "score": "sequence.yaml", "side": "sequence.yaml"}
LABELS = {"number", "at", "source", "title", "about", "id", "say", "noun", "names", "turn"}
"""Keys that no rule reads: a card's printed number, a place on the board, what things are called, what is counted."""

IN_ONE_FILE = "game.yaml"
"""The file of a game that has no others."""
OTHER_COMPARISON = {">": ">=", ">=": ">", "<": "<=", "<=": "<"}
COMPARISON = re.compile(r"(?<= )[<>]=?(?= )")
ANSWER = re.compile(r"^\s*(?:.*: )?(?:yes|no|give .*)$", re.MULTILINE)
"""Matches a line of a condition or value whose text is statements."""
HIDDEN = re.compile(r'#.*|"[^"\n]*"')
CONDITION = re.compile(r"\b(?:if|while|where|and|or) (?=[a-z(])(?!not |stop\b|none\b)")
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
BEGINNING = re.compile(r"[>|]\S*\s+|[\"']|")
"""Matches the characters before the text of a scalar."""
BOTS, VARIANTS = "bots", "variants"
NOTHING = "let dropped be 0"
"""A statement that does nothing, so that a dropped one leaves no empty block."""
MAIN = "sequence and vocabulary"
MAIN_FILES = {"sequence.yaml", "vocabulary.yaml"}

NOTICED, SURVIVED, NO_RULEBOOK = VERDICTS = "noticed", "survived", "no rulebook"

Edit = tuple[str, int, int, str]
"""Kind, start, end and what stands there then."""


@dataclass(frozen=True)
class Mutant:
    """One edit of one file: what stands from `start` to `end` becomes `new`. `group` is the card, or the file."""

    file: str
    group: str
    kind: str
    start: int
    end: int
    new: str

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]

    def shown(self, text: str) -> str:
        """`file:line: kind: the line as it was -> what stands there now`."""
        first = text.rfind("\n", 0, self.start) + 1
        was = text[first : text.index("\n", self.start)].strip()
        rest = "" if text[self.end - 1] == "\n" else text[self.end : text.index("\n", self.end)]
        now = (text[first : self.start] + self.new + rest).strip()
        line = text.count("\n", 0, self.start) + 1
        return f"{self.file}:{line}: {self.kind}: {was}  ->  {now or 'nothing'}"


def mutants_of(folder: Path) -> list[Mutant]:
    """Every mutant of a game's folder, scenarios and translations left alone."""
    files = [folder / name for name in ("map.yaml", "pieces.yaml", IN_ONE_FILE)]
    board = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in files if file.exists()]
    board = [part | part["map"] if isinstance(part.get("map"), dict) else part for part in board]
    alike = [names for part in board for names in names_alike(part)]
    found: list[Mutant] = []
    for path in sorted(folder.rglob("*.yaml")):
        file = path.relative_to(folder).as_posix()
        is_rest = file == IN_ONE_FILE and (folder / "sequence.yaml").exists()
        if not is_rest and not file.startswith(("scenarios/", "text/")):
            text = path.read_text(encoding="utf-8")
            group = MAIN if file in MAIN_FILES else file
            root = yaml.compose(text)
            if root is not None:
                found += Breaker(file, text, alike).in_node(root, (), group)
    return found


def names_alike(board: dict[str, Any]) -> list[list[str]]:
    """Names that can stand for each other: spaces by id and by title, values of an attribute, states of a piece."""
    spaces = board.get("spaces", [])
    kinds = [kind["is"] if isinstance(kind, dict) else kind for kind in board.get("attributes", {}).values()]
    values = [kind for kind in kinds if isinstance(kind, list)]
    states = [kind["states"] for kind in board.get("pieces", []) if "states" in kind]
    titles = [english(space["title"]) for space in spaces if "title" in space]
    return [[space["id"] for space in spaces], titles, *values, *states]


def english(title: str | dict[str, str]) -> str:
    """A title as texts of the language have it, whether it stands in one language or in several."""
    return title if isinstance(title, str) else title["en"]


class Breaker:
    """Finds what can be broken in one file."""

    def __init__(self, file: str, text: str, alike: list[list[str]]) -> None:
        self.file = file
        self.text = text
        self.alike = alike

    def in_node(self, node: yaml.Node, keys: tuple[str, ...], group: str) -> Iterator[Mutant]:
        if isinstance(node, yaml.MappingNode):
            fields = {key.value: value for key, value in node.value}
            if self.file.startswith("cards/") and "id" in fields:
                group = fields["id"].value
            for key, value in fields.items():
                if key not in LABELS:
                    yield from self.in_node(value, (*keys, key), group)
        elif isinstance(node, yaml.SequenceNode):
            for item in node.value:
                if keys[0] == "connections":
                    line = self.text.rfind("\n", 0, item.start_mark.index) + 1
                    end = self.text.index("\n", item.end_mark.index) + 1
                    yield Mutant(self.file, group, "connection", line, end, "")
                else:
                    yield from self.in_node(item, keys, group)
        else:
            for edit in self.in_scalar(node, keys):
                yield Mutant(self.file, group, *edit)

    def in_scalar(self, node: yaml.Node, keys: tuple[str, ...]) -> Iterator[Edit]:
        start, end = node.start_mark.index, node.end_mark.index
        of_the_game = len(keys) == 1 and keys[0] in OF_THE_GAME and self.file in (OF_THE_GAME[keys[0]], IN_ONE_FILE)
        is_body = keys[-1] in EXPRESSIONS and ANSWER.search(self.text[start:end]) is not None
        if keys[-1] in STATEMENTS or of_the_game or is_body:
            yield from self.dropped(start, end)
            yield from self.broken(start, end)
        elif keys[-1] in EXPRESSIONS:
            yield from self.broken(start, end)
            if keys[-1] == "when":
                first = self.beginning(start)
                yield "condition", first, first, "not "
        elif node.value in ("true", "false"):
            yield "flag", start, end, "false" if node.value == "true" else "true"
        elif re.fullmatch(r"-?\d+", node.value):
            yield "number", start, end, str(int(node.value) + 1)
            yield "number", start, end, str(int(node.value) - 1)

    def beginning(self, start: int) -> int:
        """Return the offset at which the text of the scalar at `start` begins."""
        found = BEGINNING.match(self.text, start)
        return start if found is None else found.end()

    def broken(self, start: int, end: int) -> Iterator[Edit]:
        """Edits within an effect: numbers, conditions and places, outside comments and labels."""
        start = self.beginning(start)
        effect = HIDDEN.sub(lambda hidden: " " * len(hidden[0]), self.text[start:end])
        for found in NUMBER.finditer(effect):
            number = int(found[0])
            for near in {number + 1, max(0, number - 1)} - {number}:
                yield "number", start + found.start(), start + found.end(), str(near)
        for found in COMPARISON.finditer(effect):
            yield "comparison", start + found.start(), start + found.end(), OTHER_COMPARISON[found[0]]
        for found in CONDITION.finditer(effect):
            yield "condition", start + found.end(), start + found.end(), "not "
        for names in self.alike:
            for name, other in zip(names, names[1:] + names[:1], strict=True):
                for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", effect):
                    yield "place", start + found.start(), start + found.end(), other

    def dropped(self, start: int, end: int) -> Iterator[Edit]:
        """Edits that take a statement out, with the block under it."""
        if self.text[start] != "|":
            yield "statement", start, end, NOTHING
            return
        lines = self.lines(self.text.index("\n", start) + 1, end)
        for number, (at, line) in enumerate(lines):
            after = next((n for n in range(number + 1, len(lines)) if indent(lines[n][1]) <= indent(line)), len(lines))
            until, follower = lines[after] if after < len(lines) else (end, "")
            if indent(follower) < indent(line):
                follower = ""
            first = at + indent(line)
            match line.split()[0].rstrip(":"):
                case "note":
                    pass  # only logs and statistics tell
                case "or" | "otherwise":
                    yield "statement", at, until, ""
                case "either" if follower.split()[:1] == ["or"]:
                    yield "statement", first, until + indent(follower) + len("or"), "either"
                case _ if not follower.lstrip().startswith(("or ", "otherwise")):
                    yield "statement", first, until, NOTHING + "\n"

    def lines(self, start: int, end: int) -> list[tuple[int, str]]:
        """The lines between two places that say something, each with where it begins."""
        found = []
        for line in self.text[start:end].splitlines(keepends=True):
            if line.split("#")[0].strip():
                found.append((start, line))
            start += len(line)
        return found


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


class Tester:
    """A copy of a game's folder to break and mend, and its scenarios, of which those that last noticed come first."""

    def __init__(self, original: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(), original.name)
        shutil.copytree(original, self.folder)
        games = GameCache(load(self.folder))
        scenarios = load_scenarios(games.get().rulebook)
        self.scenarios = [
            each for each in scenarios if play_scenario(games.get(each.variants, each.players), each).has_passed
        ]

    def verdict(self, mutant: Mutant) -> str:
        """`noticed`, `survived` or `no rulebook`."""
        path = self.folder / mutant.file
        whole = path.read_text(encoding="utf-8")
        path.write_text(mutant.applied(whole), encoding="utf-8")
        try:
            games = GameCache(load(self.folder))
            return NOTICED if self.notices(games, Path(mutant.file).parts[0]) else SURVIVED
        except RulebookError:
            return NO_RULEBOOK
        except KeyError:  # a scenario names a thing that is no longer there
            return NOTICED
        finally:
            path.write_text(whole, encoding="utf-8")

    def notices(self, games: GameCache, room: str) -> bool:
        """True if a scenario fails; for changes in bots, scenarios with and without variants are played."""
        for place, scenario in enumerate(self.scenarios):
            asked = room == BOTS or bool(scenario.variants) == (room == VARIANTS)
            if not asked:
                continue
            if not play_scenario(games.get(scenario.variants, scenario.players), scenario).has_passed:
                self.scenarios.insert(0, self.scenarios.pop(place))
                return True
        return False


tester: Tester
"""This process's own."""


def prepare(original: Path) -> None:
    global tester
    tester = Tester(original)
    atexit.register(shutil.rmtree, tester.folder.parent)


def judge(mutant: Mutant) -> str:
    return tester.verdict(mutant)


def main() -> None:
    parser = argparse.ArgumentParser(description="Breaks a game in one place at a time: do its scenarios notice?")
    parser.add_argument("game", help="the name of a game in rules/, or a folder")
    parser.add_argument("--only", metavar="FILE", help="only mutants of this file, or of this card")
    parser.add_argument("--sample", type=int, metavar="N", help="only so many mutants, picked at random")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one a core)")
    options = parser.parse_args()
    folder = RULES / options.game if (RULES / options.game).is_dir() else Path(options.game)

    mutants = [mutant for mutant in mutants_of(folder) if options.only in (None, mutant.file, mutant.group)]
    if options.sample is not None:
        mutants = random.Random(0).sample(mutants, min(options.sample, len(mutants)))
        mutants.sort(key=lambda mutant: (mutant.file, mutant.start))
    texts = {mutant.file: (folder / mutant.file).read_text(encoding="utf-8") for mutant in mutants}
    counts: Counter[tuple[str, str]] = Counter()
    with ProcessPoolExecutor(options.jobs, initializer=prepare, initargs=(folder,)) as pool:
        for mutant, verdict in zip(mutants, pool.map(judge, mutants, chunksize=8), strict=True):
            counts[mutant.group, verdict] += 1
            if verdict == SURVIVED:
                print(mutant.shown(texts[mutant.file]), flush=True)

    print(f"\n{'':40}{'noticed':>9}{'survived':>10}{'share':>8}{'no rulebook':>13}")
    groups = dict.fromkeys(mutant.group for mutant in mutants)
    for group in groups:
        print_row(group, [counts[group, verdict] for verdict in VERDICTS])
    print_row("all", [sum(counts[group, verdict] for group in groups) for verdict in VERDICTS])


def print_row(group: str, numbers: list[int]) -> None:
    noticed, survived, no_rulebook = numbers
    share = f"{noticed / (noticed + survived):.0%}" if noticed + survived else ""
    print(f"{group:40}{noticed:9}{survived:10}{share:>8}{no_rulebook:13}")


if __name__ == "__main__":
    main()
