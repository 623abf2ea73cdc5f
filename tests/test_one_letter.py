"""One wrong letter anywhere in a game's files: it is still a game, or an error says where, but nothing breaks inside.

python -m tests.test_one_letter 500      every file of the shipped games, at so many places
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import pytest

from interpreter import load
from interpreter.playtest.scenarios.scenario_runner import GameCache, find_mistakes
from interpreter.rulebook.scenarios.scenario_files import read_scenarios
from interpreter.rulebook.source.files import find_folder
from interpreter.support.errors import CahierError

SHIPPED = Path(find_folder("revolution")).parent
SAMPLES = Path(__file__).parent
SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789_ :-{}[],\"'|#\nÉ"


def slips(folder: Path, files: list[Path], number: int, random: Random) -> Iterator[tuple[Path, str]]:
    """So many times a file of a folder and its text with one sign replaced, left out or put in."""
    for _ in range(number):
        file = random.choice(files)
        text = (folder / file).read_text(encoding="utf-8")
        at, sign = random.randrange(len(text)), random.choice(SIGNS)
        yield file, random.choice((text[:at] + sign, text[:at], text[:at] + sign + text[at : at + 1])) + text[at + 1 :]


def told(folder: Path, file: Path) -> tuple[CahierError, ...]:
    """Return the errors of loading a folder so that the file is read; any error but a CahierError is a bug."""
    asked = re.search(r"^with: \[(\w+)", (folder / file).read_text(encoding="utf-8"), re.MULTILINE)
    variants = (file.stem,) if file.parts[0] == "variants" else (asked[1],) if file.parts[0] == "bots" and asked else ()
    try:
        game = load(folder, variants)
        if file.parts[0] == "scenarios":
            scenarios, problems = read_scenarios(game.rulebook)
            wrong = [*problems, *find_mistakes(GameCache(game), scenarios[:5])]
            return (CahierError(wrong),) if wrong else ()
    except CahierError as error:
        return (error,)
    return ()


def with_slips(source: Path, folder: Path, number: int, seed: int) -> int:
    """Count the slips that cause an error, each of which must name a place."""
    here = Path(shutil.copytree(source, folder / source.name))
    files = sorted(path.relative_to(here) for path in here.rglob("*.yaml"))
    found = 0
    for file, text in slips(here, files, number, Random(seed)):
        before = (here / file).read_text(encoding="utf-8")
        (here / file).write_text(text, encoding="utf-8")
        for error in told(here, file):
            found += 1
            assert all(problem.where.file and problem.code for problem in error.problems), (file, text)
        (here / file).write_text(before, encoding="utf-8")
    return found


@pytest.mark.parts
@pytest.mark.parametrize("sample", ["language/sample", "cli/crews", "cli/counties"])
def test_one_letter(sample: str, tmp_path: Path) -> None:
    assert 10 < with_slips(SAMPLES / sample, tmp_path, 40, 7) < 40


CHOICES = [
    path.relative_to(SHIPPED) for path in sorted(SHIPPED.glob("*/bots/*.yaml")) if "choose: " in path.read_text()
]


@pytest.mark.parts
@pytest.mark.parametrize("bot", CHOICES[:2], ids=str)
def test_a_wrong_letter_in_what_a_table_chooses(bot: Path, tmp_path: Path) -> None:
    """Test that a known mistake is reported before anything is built from it."""
    game = Path(shutil.copytree(SHIPPED / bot.parts[0], tmp_path / "game"))
    path = game / Path(*bot.parts[1:])
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"choose: (\w+)\w\b", r"choose: \1", text, count=1), encoding="utf-8")
    (error,) = told(game, Path(*bot.parts[1:]))
    assert [problem.code for problem in error.problems] == ["unknown-value"] and error.line


if __name__ == "__main__":
    for each in sorted(path.parent for path in SHIPPED.glob("*/game.yaml")):
        print(each.name, with_slips(each, Path(mkdtemp()), int(sys.argv[1]) // 4, 1))
