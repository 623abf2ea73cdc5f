"""Variants on the command line: `diff`, `--variant`, `list`, and what `check` says of them."""

from __future__ import annotations

import json
import os
from itertools import takewhile
from pathlib import Path

import pytest

from tests.cli.command import REPO, Cahier

GOLDEN = Path(__file__).parent / "golden"

FAIR = """\
id: fair
title: {en: The fair, ru: Ярмарка}
about:
  en: Twice the days, a new stall, and whoever plays first waits.
  ru: Вдвое больше дней.
for: market
source: ours
players: {p2: random}
change:
  - {at: tracks/day/between, from: [1, 3], to: [1, 5]}
  - {at: tracks/day/gives/light, to: [1, 2, 3, 3, 3]}
  - {at: score, to: tokens of seat in Fruit}
  - at: words/play the market/do
    from: |
      shuffle deck
      draw 1 card from deck to hand of each seat
      repeat 2 times:
        for each seat, in player order from first of seats, as s:
          as s:
            if number of cards in your hand > 0:
              take a turn
        raise day
      end the game, winner is seats with the highest tokens of it in Fruit, because "fruit"
    to: |
      shuffle deck
      draw 1 card from deck to hand of each seat
      repeat 4 times:
        for each seat, in player order from first of seats, as s:
          as s:
            if number of cards in your hand > 0:
              take a turn
        raise day
      end the game, winner is seats with the highest tokens of it in Fruit, because "fruit"
remove: [cards/fog]
add:
  spaces:
    - {id: bread, title: {en: Bread, ru: Хлеб}, side: south, source: ours}
  connections: {two_way: [[bread, cheese]]}
  cards/luck:
    - {id: hail, title: Hail, value: 1, event: trade at south stalls}
bends:
  - after: take a turn
    when: you are first of seats
    do: |
      if number of cards in deck > 0:
        draw 1 card from deck to your hand
"""


@pytest.fixture
def fair(folder: Path) -> Path:
    """The market with a variant of its own and somebody else's overlay beside it."""
    (folder / "market" / "variants").mkdir()
    (folder / "market" / "variants" / "fair.yaml").write_text(FAIR, encoding="utf-8")
    (folder / "mine.yaml").write_text(
        "id: mine\ntitle: Mine\nfor: market\nchange:\n  - {at: cards/sun/value, from: 2, to: 9}\n", encoding="utf-8"
    )
    return folder


def golden(name: str, printed: str) -> None:
    if os.environ.get("CAHIER_GOLDEN") == "write":
        (GOLDEN / f"{name}.txt").write_text(printed, encoding="utf-8")
    assert printed == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("diff", "diff market --variant fair"),
        ("diff_russian", "diff market --variant fair --variant ./mine.yaml --lang ru"),
        ("check_variants", "check market"),
        ("show_variant", "show market map --variant fair"),
    ],
)
def test_what_is_printed(cahier: Cahier, fair: Path, name: str, words: str) -> None:
    done = cahier(*words.split())
    golden(name, f"{done.stdout}-- messages, status {done.returncode}\n{done.stderr}")


def test_a_mistake_in_a_base_is_told_once(cahier: Cahier, fair: Path) -> None:
    variants = fair / "market" / "variants"
    base = "id: base\ntitle: Base\nfor: market\nalone: pick a child\nremove: [cards/snu]\n"
    (variants / "base.yaml").write_text(base, encoding="utf-8")
    for child in ("one", "two"):
        text = f"id: {child}\ntitle: {child}\nfor: market\nbased on: base\n"
        (variants / f"{child}.yaml").write_text(text, encoding="utf-8")
    done = cahier("check", "market")
    said = done.stdout + done.stderr
    assert said.count("there is no `cards/snu`") == 1 and "causes this" not in said


def test_a_difference_to_no_variant(cahier: Cahier, fair: Path) -> None:
    done = cahier("diff", "market")
    assert done.returncode == 2
    assert "name a variant" in done.stderr
    done = cahier("diff", "market", "--variant", "fiar")
    assert done.returncode == 2
    assert "did you mean fair?" in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("when: you are first of seats", "when: you are first of saets", "error: `saets` is not a name in this game"),
        ("draw 1 card from deck to your hand\n", "frobnicate\n", "error: no statement begins with `frobnicate`"),
        ("after: take a turn", "after: take a trun", "error: there is no phrase with the wording `take a trun`"),
    ],
)
def test_no_difference_to_what_cant_be_read(cahier: Cahier, fair: Path, old: str, new: str, said: str) -> None:
    path = fair / "market" / "variants" / "fair.yaml"
    path.write_text(new.join(FAIR.rsplit(old, 1)), encoding="utf-8")
    done = cahier("diff", "market", "--variant", "fair")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


@pytest.mark.parametrize(
    "words",
    ["check market", "show market", "show market lowered", "test market", "playtest market --games 2 --jobs 1"],
)
def test_every_command_takes_variants(cahier: Cahier, fair: Path, words: str) -> None:
    done = cahier(*words.split(), "--variant", "fair", "--variant", "mine.yaml")
    assert done.returncode == 0, done.stderr
    done = cahier(*words.split(), "--variant", "nothing")
    assert done.returncode == 2
    assert "there is no variant `nothing` of this game" in done.stderr


def test_a_folder_is_no_variant(cahier: Cahier, fair: Path) -> None:
    (fair / "more").mkdir()
    (fair / "more" / "sun.yaml").write_text("id: sun\n")
    done = cahier("check", "market", "--variant", "./more")
    assert done.returncode == 2
    assert "./more: error: this is a folder, and a variant is a file\n    did you mean ./more/sun.yaml?" in done.stderr


def test_a_folder_with_a_variant_stands_for_it_and_its_name_alone_is_corrected(cahier: Cahier, fair: Path) -> None:
    (fair / "more").mkdir()
    (fair / "more" / "variant.yaml").write_text("id: more\ntitle: More\nabout: More.\nfor: market\n")
    (fair / "less.yaml").write_text("id: less\ntitle: Less\nabout: Less.\nfor: market\n")
    done = cahier("check", "market", "--variant", "./more")
    assert done.returncode == 0, done.stderr
    for name, meant in (("more", "./more"), ("less", "less.yaml")):
        assert f"did you mean {meant}?" in cahier("check", "market", "--variant", name).stderr
    assert "did you mean less.yaml?" in cahier("pack", "less").stderr


def test_check_finds_mistakes_in_variants(cahier: Cahier, fair: Path) -> None:
    path = fair / "market" / "variants" / "fair.yaml"
    path.write_text(FAIR.replace("draw 1 card from deck to your hand", "draw 1 card from dekc to your hand"))
    (fair / "market" / "variants" / "torn.yaml").write_text("id: torn\ntitle: [\n")
    done = cahier("check", "market", "--json")
    assert done.returncode == 2
    found = {(each["file"], each["line"]) for each in json.loads(done.stdout)}
    line = path.read_text().split("\n").index("        draw 1 card from dekc to your hand") + 1
    assert found == {("market/variants/fair.yaml", line), ("market/variants/torn.yaml", 3)}
    assert "(with fair)" in done.stdout
    assert cahier("show", "market").returncode == 0


LINES = """id: lines
title: Lines
for: market
change:
  - {at: words/play the market/do, line: "repeat 2 times:", to: "repeat 4 times:"}
  - at: words/play the market/do
    line: raise day
    to: |
      raise day
      raise %s    # of all
"""


def test_a_line_within_a_text(cahier: Cahier, folder: Path) -> None:
    mine = folder / "lines.yaml"
    mine.write_text(LINES % "day")
    assert cahier("check", "market", "--variant", "./lines.yaml").returncode == 0
    printed = cahier("diff", "market", "--variant", "./lines.yaml").stdout
    assert [line for line in printed.splitlines() if line.lstrip().startswith(("-", "+"))] == [
        "      - repeat 2 times:",
        "      + repeat 4 times:",
        "      +   raise day    # of all",
    ]
    played = cahier("playtest", "market", "--games", "20", "--variant", "./lines.yaml")
    assert "20 games of 20 finished" in played.stdout


def test_a_mistake_in_a_line_is_told_where_the_variant_has_it(cahier: Cahier, folder: Path) -> None:
    mine = folder / "lines.yaml"
    mine.write_text(LINES % "dya")
    done = cahier("check", "market", "--variant", "./lines.yaml")
    assert done.returncode == 2
    assert (
        """./lines.yaml:10:13: error: `dya` is not a name in this game
          raise dya    # of all
                ^^^
    did you mean `day`?
"""
        in done.stdout + done.stderr
    )
    mine.write_text((LINES % "day").replace("line: raise day", "line: raise dawn"))
    done = cahier("playtest", "market", "--games", "1", "--variant", "./lines.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert "./lines.yaml:7:11: error: `words/play the market/do` has no line `raise dawn`, in market/" in done.stderr
    assert "did you mean raise day?" in done.stderr


def test_the_lines_that_are_shown_settle_a_clash(cahier: Cahier, fair: Path) -> None:
    mine = fair / "mine.yaml"
    mine.write_text(LINES.replace("id: lines", "id: mine") % "day" + "  - {at: tracks/day/between, to: [1, 5]}\n")
    words = ("check", "market", "--variant", "fair", "--variant", "./mine.yaml")
    done = cahier(*words)
    assert done.returncode == 2
    told = done.stderr.partition("    did you mean these lines?\n")[2]
    lines = "\n".join(line[8:] for line in takewhile(lambda line: line.startswith(" " * 8), told.splitlines()))
    assert lines.startswith("with:\n  fair:\n    change:\n")
    assert done.stderr.count("the same lines settle it") == 1  # the equal change of the track goes together
    mine.write_text(f"{mine.read_text()}{lines}\n")
    assert cahier(*words).returncode == 0


def test_scenarios_with_variants(cahier: Cahier, fair: Path) -> None:
    (fair / "market" / "scenarios" / "fair.yaml").write_text(
        "- name: bread is sold, too\n  variants: [fair]\n"
        "  given: {turn: p1, begin: trade at south stalls}\n  when: [{p1: bread}]\n"
        "  then: [tokens of p1 in bread is 1]\n"
    )
    assert cahier("test", "market").stdout == "3 passed, 0 failed\n"
    assert "3 scenarios" in cahier("check", "market").stdout
    (fair / "market" / "scenarios" / "fair.yaml").write_text(
        "- {name: no bread, variants: [fair], then: [tokens of p1 in braed is 1]}\n"
    )
    done = cahier("check", "market")
    assert done.returncode == 2
    assert "market/scenarios/fair.yaml:1:" in done.stderr


def test_scenarios_of_an_overlay_from_elsewhere(cahier: Cahier, fair: Path) -> None:
    (fair / "sun.yaml").write_text("- {name: the sun, variants: [mine], then: [value of Sun is 9]}\n")
    assert cahier("test", "market", "sun.yaml", "--variant", "mine.yaml").stdout == "1 passed, 0 failed\n"
    none = cahier("test", "market", "--variant", "mine.yaml")
    assert none.stdout == "0 passed, 0 failed\n" and "no scenario has exactly these variants" in none.stderr
    done = cahier("test", "market", "sun.yaml")
    assert done.returncode == 2
    assert "sun.yaml:1:30: error: there is no variant `mine` of this game" in done.stderr


def test_a_recorded_game_keeps_its_variants(cahier: Cahier, fair: Path) -> None:
    words = ["--variant", "fair", "--variant", "mine.yaml", "--games", "2", "--jobs", "2", "--record", "g.jsonl"]
    assert cahier("playtest", "market", *words).returncode == 0
    record = json.loads((fair / "g.jsonl").read_text().split("\n")[0])
    assert record["variants"] == ["fair", "mine.yaml"]
    done = cahier("replay", "g.jsonl", "--rules", "market", "--variant", "fair", "--variant", "mine.yaml")
    assert done.returncode == 0, done.stderr
    assert "rules have changed" not in done.stderr


def test_the_variants_of_every_installed_game_are_listed(cahier: Cahier) -> None:
    done = cahier("list")
    assert done.returncode == 0
    for path in sorted((REPO / "rules").glob("*/variants/*.yaml")):
        listed = "\nalone:" not in path.read_text(encoding="utf-8")
        assert (f"--variant  {path.stem} " in done.stdout) == listed, path


RULES = {
    "game.yaml": "id: dusk\ntitle: Dusk\nseats: [{id: red, title: Red}]\nsides: [{id: owls, title: Owls}]\n",
    "vocabulary.yaml": """\
variables: [{id: count, is: number}, {id: team, is: side, for: seat}]
words: [{say: march, do: raise count}]
bends: [{after: march, offer: go on, when: count < 5, do: march}]
""",
    "sequence.yaml": """\
start: "as red: march"
side: team of seat
watch: [{when: count > 7, do: stop}]
""",
    "variants/late.yaml": """\
id: late
title: Late
for: dusk
change:
  - {at: watch/1/when, to: count > 3}
  - {at: bends/go on/when, to: count < 3}
  - {at: side, to: owls}
add:
  watch: [{when: count is 2, do: raise count}]
""",
}
SHOWN = """\
Late (late)

changed
  the game
    side of a seat: team of seat -> owls
  watch 1
    when: count > 7 -> count > 3

new
  watch 2
    when: count is 2
    do: raise count

bends that were removed
  after `march`, when count < 5, offered as "go on":
    march

bent rules
  after `march`, when count < 3, offered as "go on":
    march
"""


def test_sides_watches_and_bends_are_compared(cahier: Cahier, tmp_path: Path) -> None:
    for name, text in RULES.items():
        (tmp_path / "dusk" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "dusk" / name).write_text(text, encoding="utf-8")
    done = cahier("diff", "./dusk", "--variant", "late")
    assert (done.stdout, done.stderr) == (SHOWN, "")


def test_a_variant_with_something_to_say_about_itself_is_told_once(cahier: Cahier, folder: Path) -> None:
    variants = folder / "market" / "variants"
    variants.mkdir()
    (variants / "own.yaml").write_text(
        "id: own\ntitle: Own\nfor: market\nwith: {own: {change: [{at: tracks/day/start, from: 1, to: 2}]}}\n"
    )
    done = cahier("check", "market", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 2 and [each["code"] for each in found] == ["itself"] and found[0]["line"] == 4
