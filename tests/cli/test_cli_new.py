"""`cahier new` and `cahier new-variant`: from nothing to a game that is checked and played."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.rulebook.source.files import installed_games
from tests.cli.command import Cahier, environment, save
from tests.cli.terminal import Terminal
from tests.forks import Forks

KINDS = ("line", "hexes", "dice", "poker", "tricks", "map", "cards")
BIG = ("liberte", "red_flag_over_paris", "vive_la_revolution")
"""Games that take long, in which nothing else is reached than in the others."""


@pytest.mark.parts
@pytest.mark.parametrize("kind", KINDS)
def test_a_small_game_to_begin_with(cahier: Cahier, folder: Path, kind: str) -> None:
    made = cahier("new", "my_first", "--like", kind)
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith(
        "my_first: My First, in game.yaml, RULES.md\nnext: cahier check my_first; cahier play my_first; "
    )
    text = (folder / "my_first" / "game.yaml").read_text(encoding="utf-8")
    assert "\nid: my_first\ntitle: My First\n" in text
    for words in ("check my_first --strict", "test my_first"):
        done = cahier(*words.split())
        assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(" passed, 0 failed\n")
    assert "my_first" in cahier("list", "--library", ".").stdout


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[] if kind == "map" else pytest.mark.parts) for kind in KINDS]
)
def test_it_plays_the_same_as_machine_code(cahier: Cahier, kind: str) -> None:
    pytest.importorskip("wasmtime")
    cahier("new", "my_first", "--like", kind)
    told = []
    for backend in ("python", "native"):
        done = cahier("playtest", "my_first", "--games", "50", "--jobs", "1", "--backend", backend, "--json", "-")
        assert done.returncode == 0, done.stderr
        told.append(json.loads(done.stdout))
    assert [each["backend"] for each in told] == ["python", "native"]
    for name in ("finished", "decisions", "outcomes", "reasons", "turns"):
        assert told[0][name] == told[1][name]
    assert told[0]["finished"] == 50


def test_they_are_no_games_of_the_list(cahier: Cahier) -> None:
    listed = [line.split()[0] for line in cahier("list").stdout.splitlines() if line[:1].strip()]
    assert [name for name in listed if name in KINDS] == [] and set(installed_games()) <= set(listed)
    assert cahier("check", "poker").returncode == 2


@pytest.mark.parts
@pytest.mark.parametrize("name", ["market", "revolution", pytest.param("red_flag_over_paris", marks=pytest.mark.parts)])
def test_a_copy_passes_as_the_game_does(cahier: Cahier, folder: Path, name: str) -> None:
    made = cahier("new", "my_copy", "--from", name)
    assert made.returncode == 0, made.stderr
    was, tested = cahier("test", name), cahier("test", "my_copy")
    assert tested.returncode == 0 and tested.stdout == was.stdout
    assert cahier("check", "my_copy").returncode == 0


def test_records_of_a_copy_play(cahier: Cahier, folder: Path) -> None:
    assert cahier("playtest", "market", "--games", "2", "--record", "some.jsonl").returncode == 0
    (folder / "market" / "records").mkdir()
    (folder / "some.jsonl").rename(folder / "market" / "records" / "some.jsonl")
    assert cahier("new", "games_of_mine", "--from", "market").returncode == 0
    for game in ("market", "games_of_mine"):
        done = cahier("test", game)
        assert done.returncode == 0 and done.stdout.endswith("4 passed, 0 failed\n"), done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("new my_game", "choose how to start: --like cards, dice, hexes, line, map, poker, tricks, or --from GAME"),
        ("new my_game --like chess", "--like chess: error: there is no small game of this kind; the kinds are: cards"),
        ("new my_game --like pokr", "did you mean poker?"),
        ("new my_game --like line --from market", "not both"),
        ("new my_game --from markt", "there is no folder and no game of this name"),
        ("new revolution --like line", "revolution: error: `revolution` is a game that comes with cahier"),
        ("new there/revolution --from market", "`revolution` is a game that comes with cahier"),
        ("new market --like line", "market: error: already exists and isn't overwritten"),
        ("new file --like line", "file: error: already exists"),
        ("new dangling --like line", "dangling: error: already exists"),
        ("new My-Game --like line", "an id is made of small letters, digits and _, and begins with a letter"),
        ("new My-Game --like line", "did you mean my_game?"),
        ("new ../9 --like line", "../9: error: an id is made of"),
        ("new . --like line", ".: error: an id is made of"),
        ("new / --like line", "/: error: an id is made of"),
        ("new card --like line", "`card` is a word of the language and can't be an id"),
        ("new nowhere/my_game --like line", "nowhere/my_game: error: the folder `nowhere` doesn't exist"),
        ("new file/my_game --like line", "the folder `file` doesn't exist"),
        ("new market/my_game --like line", "`market` is the folder of a game; put the new one beside it"),
        ("new market/cards/my_game --like line", "`market` is the folder of a game; put the new one beside it"),
        ("new mine --like line --library shelf", "`mine` is found in shelf/mine; choose another name"),
        ("new-variant rainy", "--of"),
        ("new-variant rainy --of markt", "there is no folder and no game of this name"),
        ("new-variant Rainy --of market", "did you mean rainy?"),
        ("new-variant market --of market/cards", "market/cards: error: the folder has no game.yaml"),
        ("new-variant nowhere/rainy --of market", "the folder `nowhere` doesn't exist"),
        (
            "new-variant market/rainy --of market",
            "`market` is the folder of a game, whose variants have one place: mark",
        ),
        (
            "new-variant market/cards/rainy --of market",
            "whose variants have one place: market/variants",
        ),
        ("new-variant there/dry.yaml --of market", "there/dry.yaml: error: already exists"),
        (
            "new-variant single_highest --of revolution",
            "`revolution` already has a variant `single_highest`, in ",
        ),
    ],
)
def test_what_is_refused_leaves_nothing_behind(cahier: Cahier, folder: Path, words: str, said: str) -> None:
    (folder / "file").write_text("")
    (folder / "there").mkdir()
    (folder / "there" / "dry.yaml").write_text("")
    (folder / "dangling").symlink_to("nothing")
    (folder / "shelf" / "mine").mkdir(parents=True)
    (folder / "shelf" / "mine" / "game.yaml").write_text("")
    before = sorted(path for path in folder.rglob("*") if "cache" not in path.parts)
    done = cahier(*words.split())
    assert (done.returncode, done.stdout) == (2, "") and said in done.stderr, done.stderr
    assert sorted(path for path in folder.rglob("*") if "cache" not in path.parts) == before


@pytest.mark.parametrize(
    "words",
    ["new {} --like line", "new-variant {} --of market", "rename market fish {}", "diff market other --as-variant {}"],
)
def test_a_name_that_is_no_id_is_refused(cahier: Cahier, folder: Path, words: str) -> None:
    shutil.copytree("market", "other")
    save(folder / "other" / "tracks.yaml", "title: Day", "title: Hour")
    before = sorted(path for path in folder.rglob("*") if "cache" not in path.parts)
    for name, meant in (("", None), ("Old Fish", "old_fish"), ("Café", "cafe"), ("рыба", None), ("if", None)):
        done = cahier(*(name if word == "{}" else word for word in words.split()))
        assert (done.returncode, done.stdout) == (2, "")
        rule = "can't be an id" if name == "if" else "an id is made of small letters, digits and _, and begins with a"
        assert rule in done.stderr and name in done.stderr and not done.stderr.startswith(":")
        assert meant is None or f"did you mean {meant}?" in done.stderr
    assert sorted(path for path in folder.rglob("*") if "cache" not in path.parts) == before


@pytest.mark.parametrize(
    "words",
    [
        "translate market {}",
        "translate market de -o {}",
        "cards market --export {}",
        "print market -o {}",
        "playtest market --games 1 --record {}",
        "playtest market --games 1 --json {}",
        "playtest market --games 1 --csv {}",
        "playtest market --games 1 --store {}",
        "play market --load {}",
    ],
)
def test_an_empty_name_is_refused(cahier: Cahier, folder: Path, words: str) -> None:
    before = sorted(path for path in folder.rglob("*") if "cache" not in path.parts)
    done = cahier(*("" if word == "{}" else word for word in words.split()))
    assert (done.returncode, done.stdout) == (2, "")
    assert "''" in done.stderr or ".: error: there is no such file" in done.stderr
    assert sorted(path for path in folder.rglob("*") if "cache" not in path.parts) == before


def test_a_full_disk_leaves_nothing_behind(folder: Path) -> None:
    words = f"'{sys.executable}' -m cli new my_game --from red_flag_over_paris"
    command = f"trap '' XFSZ; ulimit -f 8; {words}"
    variables = environment(PYTHONDONTWRITEBYTECODE="1")  # no bytecode is cut short, which nobody could read later
    done = subprocess.run(["bash", "-c", command], env=variables, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "my_game: error: can't be written, and nothing was created: File too large\n"
    assert sorted(path.name for path in folder.iterdir()) == ["cache", "market"]


def test_odd_names(cahier: Cahier, folder: Path) -> None:
    for name in ("", "a\nb", "ä", "a" * 65, "x/../y/"):
        done = cahier("new", name, "--like", "line")
        assert done.returncode == (0 if name == "x/../y/" else 2) or "doesn't exist" in done.stderr
        assert "\nb" not in done.stderr.replace("\\nb", "")
    (folder / "a b").mkdir()
    said = cahier("new", "a b/mine/", "--like", "map").stdout
    assert said.startswith("a b/mine: Mine, in game.yaml, RULES.md\nnext: cahier check 'a b/mine';")
    assert cahier("test", "a b/mine").returncode == 0


@pytest.mark.parts
def test_what_is_made_in_a_library_is_called_by_name(cahier: Cahier, folder: Path) -> None:
    (folder / "shelf").mkdir()
    words = ("--library", "shelf")
    for made, name in (
        (cahier("new", "shelf/mine", "--like", "line", *words), "mine"),
        (cahier("new-variant", "shelf/calm", "--of", "revolution", *words), "revolution --variant calm"),
        (cahier("new-variant", "shelf/calm_line", "--of", "mine", *words), "mine --variant calm_line"),
    ):
        assert made.returncode == 0 and f"cahier check {name};" in made.stdout, made.stdout + made.stderr
        assert cahier("check", *name.split(), *words).returncode == 0
    assert "--variant  calm_line" in cahier("list", *words).stdout


def test_it_is_asked_at_a_terminal(forks: Forks, folder: Path) -> None:
    terminal = Terminal(forks, "new", "my_game")
    shown = terminal.wait_for("> ")
    assert all(re.search(rf"\d  {kind}: ", shown) for kind in KINDS)
    assert "a number, or a name" in terminal.ask("chess", "> ")
    terminal.ask("line", "next: cahier check my_game")
    assert (folder / "my_game" / "game.yaml").exists()
    terminal = Terminal(forks, "new", "second")
    terminal.wait_for("> ")
    terminal.type("\x04")
    terminal.wait_for("nothing was chosen, and no game was made")
    assert not (folder / "second").exists()


@pytest.mark.parts
@pytest.mark.parametrize(
    "game",
    [
        "market",
        *(pytest.param(name, marks=pytest.mark.parts if name in BIG else ()) for name in installed_games()),
    ],
)
def test_a_new_variant_is_one_at_once(cahier: Cahier, folder: Path, game: str) -> None:
    """As it is, and with all that it shows but what is taken out, which others may need."""
    made = cahier("new-variant", "rainy", "--of", game)
    assert made.returncode == 0, made.stderr
    own = game == "market"
    path = "market/variants/rainy.yaml" if own else "rainy.yaml"
    assert made.stdout.startswith(f"{path}: a variant of ")
    asked = ("--variant", "rainy" if own else "rainy.yaml")
    assert f"cahier check {game} {' '.join(asked)};" in made.stdout
    plain = (folder / path).read_text(encoding="utf-8")
    shown = re.sub(r"(?m)^# (?=(change|add|bends):$|  )(?!  cahier)", "", plain)
    assert shown != plain
    for text in (plain, shown):
        (folder / path).write_text(text, encoding="utf-8")
        done = cahier("check", game, *asked, "--strict")
        assert done.returncode == 0, done.stderr
    assert "A New Title" in cahier("diff", game, *asked).stdout
    assert cahier("playtest", game, "--games", "1", "--jobs", "1", *asked).returncode == 0


def test_a_hostile_title_stays_in_its_comment(cahier: Cahier, folder: Path) -> None:
    game = folder / "market" / "game.yaml"
    game.write_text(game.read_text().replace("Market day", '"Market\\nremove: [cards/fog] \\e[31m"'))
    assert cahier("new-variant", "rainy", "--of", "market").returncode == 0
    assert "# A variant of Market remove: [" in (folder / "market" / "variants" / "rainy.yaml").read_text()
    assert cahier("check", "market", "--variant", "rainy").returncode == 0


@pytest.mark.parts
def test_a_game_for_several_numbers_of_players_is_checked_with_the_most(cahier: Cahier, folder: Path) -> None:
    cahier("new", "my_dice", "--like", "dice")
    save(folder / "my_dice" / "game.yaml", "raise your points by rolled", "raise points of the opponent by rolled")
    done = cahier("check", "my_dice")
    assert done.returncode == 2
    assert "with 4 players: `the opponent` is for two seats; say `other seats`" in done.stderr
    assert cahier("check", "my_dice", "--players", "2").returncode == 0
