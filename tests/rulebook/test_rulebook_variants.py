"""Variants: what they change, where their texts stand, and every message about a wrong one.

`overlays.txt` lists mistakes: `## what is wrong | variants that are asked for`, the overlay `mine.yaml` below its first
three lines (or all of it, where it begins otherwise), a line of dashes, and the whole message.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.rulebook.build import load_documents, load_rulebook
from interpreter.rulebook.model import Rulebook, Text
from interpreter.rulebook.overlays.overlays import combinations_of, variants_of
from interpreter.rulebook.overlays.paths import suggest_path
from interpreter.rulebook.scenarios.scenario_files import load_scenarios, read_scenarios
from interpreter.support.errors import CahierError, RulebookError

HERE = Path(__file__).parent
HEAD = "id: mine\ntitle: Mine\nfor: sample\n"


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the sample game and its variants."""
    shutil.copytree(HERE / "sample", tmp_path / "sample")
    shutil.copytree(HERE / "variants", tmp_path / "sample" / "variants")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def load(*variants: str, mine: str = "") -> Rulebook:
    if mine:
        whole = mine.startswith(("id:", "- "))
        Path("mine.yaml").write_text(mine if whole else HEAD + mine, encoding="utf-8")
    return load_rulebook("sample", variants=variants)


def word(book: Rulebook, wording: str) -> str:
    return next(each.body for each in book.words if wording in each.says)


def cases() -> list[tuple[str, ...]]:
    text = (HERE / "overlays.txt").read_text(encoding="utf-8")
    found: list[tuple[str, ...]] = []
    for section in text.split("\n## ")[1:]:
        head, _, rest = section.partition("\n")
        overlay, _, message = rest.partition("----\n")
        found.append((*head.partition(" | ")[::2], overlay, message.rstrip("\n")))
    return found


@pytest.mark.parametrize(
    ("asked", "overlay", "message"), [case[1:] for case in cases()], ids=[case[0] for case in cases()]
)
def test_message(asked: str, overlay: str, message: str) -> None:
    with pytest.raises(RulebookError) as caught:
        load(*(asked or "./mine.yaml").split(), mine=overlay)
    assert str(caught.value) == message


def test_a_list_of_things_is_not_taken_for_a_field_of_its_name(work: Path) -> None:
    game = work / "sample/game.yaml"
    game.write_text(f"{game.read_text('utf-8')}show: {{cards: [strength]}}\n", encoding="utf-8")
    assert suggest_path(load_documents("sample"), "cards", None) is None


DECK = "change:\n  - {at: zones/deck/when empty, to: stop}\n"
OF_DAY = "with:\n  day:\n    change:\n      - {at: tracks/turn_no/start, to: 3}\n"
SEVERAL = """players: {black: random}
change: [{at: cards/dusk/event, from: null, to: stop}]
replace: [{at: zones/deck, with: {title: Deck, face: nobody, starts with: [main]}}]
"""
OF_NIGHT = OF_DAY.replace("day", "night")


@pytest.mark.parametrize(
    ("overlay", "told"),
    [
        (DECK, "`with` in ./mine.yaml can settle it"),
        (
            "change:\n  - at: words/play/do\n    to: |\n      repeat 2 times:\n        choose a space\n",
            "`with` in ./mine.yaml can settle it",
        ),
        (
            "replace:\n  - {at: zones/deck, with: {title: Deck, face: nobody, starts with: [main]}}\n",
            "`with` in ./mine.yaml can settle it",
        ),
        ("bends:\n  - {instead of: play, do: stop}\n", "`with` in ./mine.yaml can settle it"),
        ("players: {black: random}\n", "`with` in ./mine.yaml can settle it"),
        (SEVERAL, "`with` in ./mine.yaml can settle it"),
        (
            "change:\n  - {at: words/play/do, line: choose a space, to: stop}\n",
            "`with` in ./mine.yaml can settle it",
        ),
        (
            'change:\n  - {at: words/play/do, line: "repeat 3 times:", to: "repeat 9 times:"}\n',
            "`with` in ./mine.yaml can settle it",
        ),
        (DECK + OF_DAY, "this in place of `with` in ./mine.yaml:6:1 can settle it"),
        (DECK + OF_NIGHT, "this in place of `with` in ./mine.yaml:6:1 can settle it"),
        (
            DECK + "with:\n  night:\n    players: {white: random}\n",
            "this in place of `with` in ./mine.yaml:6:1 can settle it",
        ),
        (
            DECK + "with: {night: {change: [{at: tracks/turn_no/start, to: 3}]}}\n",
            "this in place of `with` in ./mine.yaml:6:1 can settle it",
        ),
        (
            DECK + "bends:\n  - {instead of: play, do: stop}\n" + OF_NIGHT,
            "this in place of `with` in ./mine.yaml:8:1 can settle it",
        ),
    ],
)
@pytest.mark.parametrize("first", ["night", "./mine.yaml"])
def test_the_lines_that_are_shown_settle_all_clashes(overlay: str, told: str, first: str) -> None:
    asked = (first, "./mine.yaml" if first == "night" else "night")
    with pytest.raises(RulebookError) as caught:
        load(*asked, mine=overlay)
    shown, *others = caught.value.problems
    assert {problem.code for problem in caught.value.problems} == {"variants-clash"}
    assert shown.message.endswith(told)
    assert all(problem.message.endswith("the same lines settle it") and not problem.wordings for problem in others)
    (lines,) = shown.wordings
    kept = overlay.partition("with: " if "with: {night" in overlay else "with:\n")[0] if "place" in told else overlay
    assert load(*asked, mine=f"{kept}{lines}\n").variants


def test_lines_that_two_variants_both_change_clash() -> None:
    Path("other.yaml").write_text(
        "id: other\ntitle: Other\nfor: sample\nchange:\n  - {at: cards/dawn/event, line: stop, to: raise lead by 2}\n"
    )
    mine = """change:
  - at: cards/dawn/event
    line: |
      or "b":
        stop
    to: null
"""
    for asked in (("./mine.yaml", "./other.yaml"), ("./other.yaml", "./mine.yaml")):
        with pytest.raises(RulebookError) as caught:
            load(*asked, mine=mine)
        (clash,) = caught.value.problems
        assert "both touch the line `" in clash.message


def test_what_one_changes_whole_and_another_one_by_a_line_goes_together_in_company() -> None:
    overlay = "change:\n  - {at: words/play/do, line: choose a space, to: stop}\n"
    with pytest.raises(RulebookError) as caught:
        load("night", "./mine.yaml", mine=overlay)
    book = load("night", "./mine.yaml", mine=f"{overlay}{caught.value.problems[0].wordings[0]}\n")
    assert word(book, "play") == "repeat 4 times:\n  stop\n"


def test_lines_that_are_not_in_the_other_text_are_left_out_of_it() -> None:
    overlay = """change:
  - {at: words/play/do, line: "repeat 3 times:", to: "repeat 9 times:"}
  - {at: words/play/do, line: choose a space, to: stop}
"""
    with pytest.raises(RulebookError) as caught:
        load("night", "./mine.yaml", mine=overlay)
    book = load("night", "./mine.yaml", mine=f"{overlay}{caught.value.problems[0].wordings[0]}\n")
    assert word(book, "play") == "repeat 4 times:\n  stop\n"


def test_without_variants_nothing_is_changed() -> None:
    plain = load()
    shutil.rmtree("sample/variants")
    assert load().digest == plain.digest
    assert (plain.variants, plain.overlays, plain.bends, plain.players_of) == ((), (), (), {})


def test_what_an_overlay_changes() -> None:
    book = load("night")
    assert (book.variants, book.requested_variants, book.players_of) == (("night",), ("night",), {"black": "table"})
    assert book.overlays[0].title == {"en": "By night", "ru": "Ночью"}
    assert next(track.start for track in book.tracks if track.id == "turn_no") == 2
    assert next(zone.when_empty for zone in book.zones if zone.id == "deck") == "shuffle deck"
    assert word(book, "play") == "repeat 4 times:\n  choose a space\n"
    assert word(book, "{seat} is present") == "seat has at least 2 guards in space"
    assert word(book, "{seat} is present in {space}") == "seat has at least 2 guards in space"
    assert word(book, "sleep") == "stop"
    assert [card.id for card in book.cards] == ["dawn", "dusk", "noon"]
    assert next(card.event for card in book.cards if card.id == "dusk") == "raise lead"
    assert sorted(book.map.graph.edges) == [("gate", "market"), ("market", "tower")]
    assert "lit" in book.map.attributes
    assert "dark" in [variable.id for variable in book.variables]
    assert [(bend.kind, bend.phrase, bend.when, bend.do) for bend in book.bends] == [
        ("after", "take a turn", None, "raise lead"),
        ("instead of", "play", "dark is 1", "do it as usual"),
    ]


@pytest.mark.parametrize("asked", [("night", "day"), ("day", "night")])
def test_parts_for_the_company_of_another_one_come_last(asked: tuple[str, ...]) -> None:
    """Both change the same number: the part that one has for the other's company settles it."""
    book = load(*asked)
    assert book.variants == asked
    assert next(track.start for track in book.tracks if track.id == "turn_no") == 3
    assert word(book, "nap") == "raise lead"
    assert [bend.phrase for bend in book.bends if bend.kind == "before"] == ["nap"]


def test_what_an_overlay_is_based_on_comes_with_it() -> None:
    book = load("storm")
    assert (book.variants, book.requested_variants) == (("storm",), ("storm",))
    assert next(variable.start for variable in book.variables if variable.id == "walls") == 2
    assert load("siege", "storm").variants == ("siege", "storm")


def test_overlays_based_on_each_other() -> None:
    Path("sample/variants/siege.yaml").write_text("id: siege\ntitle: S\nfor: sample\nbased on: storm\n")
    with pytest.raises(RulebookError, match="`siege` and `storm` are based on each other"):
        load("storm")


def test_an_overlay_anywhere() -> None:
    book = load("./mine.yaml", "night", mine="change:\n  - {at: spaces/gate/title, to: Door}\n")
    assert book.variants == ("mine", "night")
    assert book.requested_variants == (os.path.abspath("mine.yaml"), "night")
    assert book.map.spaces[0].title == {"en": "Door"}
    os.mkdir("elsewhere")
    shutil.move("mine.yaml", "elsewhere/yours.yaml")
    assert load("elsewhere/yours.yaml", "night").digest == book.digest
    assert load("night", "elsewhere/yours.yaml").digest != book.digest
    with open("elsewhere/yours.yaml", "a") as file:
        file.write("# a remark\n")
    assert load("elsewhere/yours.yaml", "night").digest == book.digest
    with open("elsewhere/yours.yaml", "a") as file:
        file.write("  - {at: spaces/gate/region, to: south}\n")
    assert load("elsewhere/yours.yaml", "night").digest != book.digest


def test_a_path_to_the_games_own_variant_is_its_id() -> None:
    assert load("sample/variants/night.yaml").requested_variants == ("night",)
    assert load("sample/variants/night.yaml").digest == load("night").digest


def test_texts_know_their_place_in_the_overlay() -> None:
    book = load("night")
    body = next(each.body for each in book.words if "play" in each.says)
    assert str(body.where) == "sample/variants/night.yaml:17:7"
    assert str(body.place_at(2, 3)) == "sample/variants/night.yaml:18:9"
    event = next(card.event for card in book.cards if card.id == "dusk")
    assert event is not None
    assert event.excerpt(event.where) == "  - {at: cards/dusk/event, from: null, to: raise lead}"
    assert str(book.bends[0].do.where) == "sample/variants/night.yaml:31:30"


LINE = "change:\n  - {{at: words/play/do, line: {}, to: {}}}\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (LINE.format("choose a space", "stop"), "repeat 3 times:\n  stop\n"),
        (LINE.format("'  choose a space    # this one'", "stop"), "repeat 3 times:\n  stop\n"),
        (LINE.format("choose a space", "null"), "repeat 3 times:\n"),
        (
            LINE.format("choose a space", '"if day is 1:\\n  stop\\nstop"'),
            "repeat 3 times:\n  if day is 1:\n    stop\n  stop\n",
        ),
        (LINE.format('"repeat 3 times:\\nchoose a space"', "stop"), "stop"),
        (LINE.format('"repeat 3 times:"', '"repeat 4 times:"'), "repeat 4 times:\n  choose a space\n"),
        (
            LINE.format('"repeat 3 times:"', '"repeat 4 times:"')
            + "  - {at: words/play/do, line: choose a space, to: stop}\n",
            "repeat 4 times:\n  stop\n",
        ),
    ],
)
def test_a_line_of_a_text(change: str, said: str) -> None:
    assert word(load("./mine.yaml", mine=change), "play") == said


def test_lines_of_a_text_in_a_list_and_of_one_that_yaml_joins() -> None:
    path = Path("sample/sequence.yaml")
    path.write_text(
        path.read_text()
        + "certain:\n  - |\n    lead of white\n    > 1\n  - >\n    lead of black\n    is 1\n    or lead of black is 2\n"
    )
    changes = [
        ("1", "lead of white", "2"),
        ("2", "is 1", "is 3"),
        ("2", "or lead of black is 2", "or lead of white is 0"),
        ("1", "> 1", "> 2"),
    ]
    items = "".join(f"  - at: certain/{at}\n    line: '{line}'\n    to: {to!r}\n" for at, line, to in changes)
    certain = load("./mine.yaml", mine=f"change:\n{items}").certain
    assert certain == ("2\n> 2\n", "lead of black is 3 or lead of white is 0\n")


def test_variants_that_change_different_lines_go_together() -> None:
    Path("other.yaml").write_text(f"id: other\ntitle: Other\nfor: sample\n{LINE.format('choose a space', 'stop')}")
    mine = LINE.format('"repeat 3 times:"', '"if day is 1:\\n  stop\\nrepeat 4 times:"')
    for asked in (("./mine.yaml", "./other.yaml"), ("./other.yaml", "./mine.yaml")):
        book = load(*asked, mine=mine)
        text = word(book, "play")
        assert text == "if day is 1:\n  stop\nrepeat 4 times:\n  stop\n"
        assert isinstance(text, Text)
        assert [str(text.place_at(line, 1)) for line in range(1, 5)] == [
            "./mine.yaml:5:55",
            "./mine.yaml:5:55",
            "./mine.yaml:5:55",
            "./other.yaml:5:51",
        ]


def test_lists_within_things_and_things_without_ids() -> None:
    book = load(
        "./mine.yaml",
        mine="""\
remove: [tracks/drive/when/2, "words/{seat} is present in {space}/say/2"]
change:
  - {at: tracks/drive/names/white/title, to: Bravery}
  - {at: connections/market/tower, to: [tower, market]}
  - {at: start, from: play, to: take a turn}
  - {at: score, to: 0 - lead of seat}
add:
  tracks/drive/gives: {more: [1, 2, 3, 4]}
  decks: [{deck: extra, title: Extra, cards: [{id: joker, title: Joker}]}]
  zones: [{id: box_2, title: Box, face: nobody, starts with: [extra]}]
""",
    )
    drive = next(track for track in book.tracks if track.id == "drive")
    assert len(drive.triggers) == 1
    assert drive.names["white"] == ("courage", {"en": "Bravery"})
    assert drive.gives["more"] == (1, 2, 3, 4)
    assert ("tower", "market") in book.map.graph.edges and ("market", "tower") not in book.map.graph.edges
    assert (book.start, book.score) == ("take a turn", "0 - lead of seat")
    assert book.cards[-1].deck == "extra"
    assert [each.says for each in book.words if each.kind == "when"] == [("{seat} is present in {space}",)]


def test_what_is_added_before_something() -> None:
    book = load(
        "./mine.yaml",
        mine="""\
remove: [cards/watch]
add:
  before cards/watch: [{id: owl, title: Owl, strength: 3}]
  before cards/dusk: [{id: noon, title: Noon, strength: 1}, {id: watch, title: Late Watch, strength: 2}]
  before decks/main: [{deck: extra, title: Extra, cards: [{id: ace, title: Ace}]}]
  zones: [{id: box_2, title: Box, face: nobody, starts with: [extra]}]
  before spaces/tower: [{id: moat, title: Moat, region: north}]
  connections: {two_way: [[moat, gate]]}
  before tracks/drive/when/2: [{raised to: 1, do: stop}]
  "before words/{seat} is present in {space}/say/2": ["{seat} watches {space}"]
""",
    )
    assert [card.id for card in book.cards] == ["ace", "owl", "dawn", "noon", "watch", "dusk"]
    assert [space.id for space in book.map.spaces][-2:] == ["moat", "tower"]
    drive = next(track for track in book.tracks if track.id == "drive")
    assert [trigger.steps for trigger in drive.triggers] == [(2, 3), (1,), (1,)]
    assert word(book, "{seat} watches {space}")


def test_what_is_added_before_something_that_another_variant_takes_out() -> None:
    added = "add:\n  before cards/dawn: [{id: noon, title: Noon, strength: 1}]\n"
    Path("other.yaml").write_text("id: other\ntitle: O\nfor: sample\nremove: [cards/dawn]\n")
    for asked in (("./mine.yaml", "other.yaml"), ("other.yaml", "./mine.yaml")):
        assert [card.id for card in load(*asked, mine=added).cards] == ["watch", "noon", "dusk"]


def test_whole_files_are_taken_out() -> None:
    Path("sample/bots").mkdir()
    Path("sample/bots/clerk.yaml").write_text("id: clerk\nseat: any\ntables: []\n")
    Path("sample/cards/main_2.yaml").write_text("deck: main\ncards: [{id: eve, title: Eve, strength: 1}]\n")
    assert len(load().bots) == 1 and len(load().cards) == 4
    book = load(
        "./mine.yaml",
        mine="remove: [decks/main, bots/clerk]\nchange: [{at: zones/deck/starts with, to: []}]\n"
        "replace: [{at: words/play, with: {do: stop}}]\n",
    )
    assert (book.bots, book.decks, book.cards) == ((), (), ())


def test_what_is_made_where_the_game_has_nothing() -> None:
    os.remove("sample/vocabulary.yaml")
    shutil.rmtree("sample/variants")
    book = load("./mine.yaml", mine="add:\n  variables: [{id: dark, is: number}]\n  words: [{say: nap, do: stop}]\n")
    assert [variable.id for variable in book.variables] == ["dark"]
    assert word(book, "nap") == "stop"


def test_something_new_can_come_in_place_of_what_is_taken_out() -> None:
    book = load(
        "./mine.yaml", mine="remove: [cards/dusk]\nadd:\n  cards/main: [{id: dusk, title: Late, strength: 9}]\n"
    )
    assert [card.title["en"] for card in book.cards if card.id == "dusk"] == ["Late"]


def test_a_wording_with_a_slash() -> None:
    path = Path("sample/sequence.yaml")
    path.write_text(path.read_text() + '  - {say: "win and/or do", do: stop}\n')
    assert word(
        load("./mine.yaml", mine="change:\n  - {at: words/win and/or do/do, to: raise lead}\n"), "win and/or do"
    )


def test_mistakes_of_the_game_are_told_without_follow_ups_of_the_overlay() -> None:
    path = Path("sample/map.yaml")
    path.write_text(path.read_text().replace("region: north", "region: norht", 1))
    with pytest.raises(RulebookError) as caught:
        load("night")
    assert [problem.code for problem in caught.value.problems] == ["unknown-value"]
    with pytest.raises(RulebookError) as caught:
        load("./mine.yaml", mine="remove: [cards/wach]\n")
    assert sorted(problem.code for problem in caught.value.problems) == ["no-target", "unknown-value"]


def test_a_broken_variant_harms_nobody_who_does_not_ask_for_it() -> None:
    Path("sample/variants/day.yaml").write_text("id: [day\n")
    assert load("storm").variants == ("storm",)
    with pytest.raises(RulebookError, match="not closed"):
        load("day")
    variants, problems = variants_of("sample")
    assert [variant.id for variant in variants] == ["night", "siege", "storm"]
    assert [problem.where.file for problem in problems] == ["sample/variants/day.yaml"]


def test_the_games_own_are_called_as_their_files() -> None:
    os.rename("sample/variants/day.yaml", "sample/variants/noon.yaml")
    with pytest.raises(RulebookError, match="the name of its file: `noon`, not `day`"):
        load("noon")


def test_own_variants_know_of_own_variants_only() -> None:
    path = Path("sample/variants/day.yaml")
    path.write_text(path.read_text() + "with:\n  nigth: {remove: [cards/watch]}\n")
    with pytest.raises(RulebookError) as caught:
        load("day")
    assert caught.value.problems[0].suggestion == "night"


def test_all_that_has_to_be_tried() -> None:
    variants, problems = variants_of("sample")
    assert not problems
    assert [*combinations_of(variants)] == [("day",), ("night",), ("storm",), ("night", "day")]


def test_scenarios_are_read_with_their_variants() -> None:
    file = Path("sample/scenarios/night.yaml")
    given = "given: {variables: {dark: 1}}, then: [decides: white]"
    file.write_text(f"- {{name: dark, variants: [night], {given}}}\n")
    scenarios = load_scenarios(load(), [str(file)])
    assert scenarios[0].variants == ("night",)
    file.write_text(f"- {{name: dark, variants: [nihgt], {given}}}\n- {{name: light, {given}}}\n")
    _, problems = read_scenarios(load(), [str(file)])
    assert [(problem.code, problem.where.line, problem.suggestion) for problem in problems] == [
        ("no-variants", 1, "night"),
        ("unknown-variable", 2, None),
    ]


@pytest.mark.parts
@pytest.mark.parametrize(
    "overlay",
    [
        "id: mine\nid: mine\n",
        HEAD + "change: &a [*a]\n",
        HEAD + "change:\n  - {at: " + "tracks/" * 60 + "x, to: 1}\n",
        HEAD + "change:\n  - {at: " + "[" * 300 + "]" * 300 + "}\n",
        HEAD + "change:\n  - {at: 'cards/\u202egnp', to: 1}\n",
        HEAD + "remove: ['../../secret', '/', '', '//', 'cards/', '/cards', 'cards//event']\n",
        HEAD + "add: {'__class__': [1], words: [1, [2], {say: 3}], 'cards/': [], connections: [1]}\n",
        HEAD + "add: {connections: {two_way: [[gate], gate, {a: b}, [1, 2, 3]], no_way: []}}\n",
        HEAD + "add: {groups: [1], seats: [{id: white}], pieces: {a: 1}, bots: [{id: x}], decks: [{deck: y}]}\n",
        HEAD + "replace:\n  - {at: cards/dusk, with: {id: [1], cards: {}}}\n  - {at: game/title, with: {}}\n",
        HEAD + "change:\n  - {at: game/seats, to: null}\n  - {at: map/spaces, to: 7}\n  - {at: start, to: null}\n",
        HEAD + "change:\n  - {at: words/play/say, to: {}}\n  - {at: cards/dusk/id, to: [x]}\n",
        HEAD + "remove: [game/seats, start, tracks/turn_no/id, words/play/say, spaces/gate/id]\n",
        HEAD + "players: {white: {}}\nbends: [1]\nwith: {a: [1]}\nconflicts: [a]\nbased on: {}\n",
        HEAD + "remove: [" + ", ".join(["cards/watch"] * 1999) + "]\n",
        HEAD + "add: {cards/main: [" + ", ".join(f"{{id: c{n}, title: C, strength: 1}}" for n in range(3000)) + "]}\n",
    ],
)
def test_overlays_of_strangers(overlay: str) -> None:
    with pytest.raises(CahierError):
        load("./mine.yaml", mine=overlay)


def test_files_that_are_no_overlays() -> None:
    os.mkfifo("pipe.yaml")
    os.mkdir("folder.yaml")
    Path("binary.yaml").write_bytes(b"\x00\xff\xfe")
    Path("huge.yaml").write_bytes(b"#" * 2_000_000)
    names = [
        "./pipe.yaml",
        "./folder.yaml",
        "/dev/null",
        "binary.yaml",
        "huge.yaml",
        "a\0b/c",
        "",
        "/",
        "sample/game.yaml",
    ]
    for name in names:
        with pytest.raises(CahierError):
            load(name)
    with pytest.raises(CahierError, match="at most 50"):
        load(*["night"] * 51)


def test_a_link_out_of_the_game() -> None:
    Path("outside.yaml").write_text("id: outside\ntitle: O\nfor: sample\n")
    os.symlink(os.path.abspath("outside.yaml"), "sample/variants/outside.yaml")
    with pytest.raises(RulebookError, match="outside the game's folder"):
        load()


def test_what_is_wrong_with_one_overlay_does_not_trip_the_next() -> None:
    for added in (
        "connections: {two_way: [[], {}, 7]}",
        "decks: [{}, {deck: 3}]",
        "words: [{say: {a: b}}, {say: nap}]",
    ):
        with pytest.raises(RulebookError):
            load(
                "./mine.yaml",
                "day",
                mine=f"add:\n  {added}\nwith:\n  day:\n    remove: [connections/a/b, words/nap/do, cards/x]\n"
                "    add: {cards/main: [], cards/3: []}\n",
            )


def test_a_line_that_is_the_whole_text_settles_what_two_variants_change_in_it() -> None:
    for name, to in (("other", "Theirs."), ("mine", "Mine.")):
        company = (
            "with:\n  other:\n    change: [{at: game/about, line: A tiny game., to: Ours.}]\n" if name == "mine" else ""
        )
        change = f"change: [{{at: game/about, line: A tiny game., to: {to}}}]\n"
        Path(f"{name}.yaml").write_text(f"id: {name}\ntitle: A\nfor: sample\n{change}{company}")
    assert load("./other.yaml", "./mine.yaml").about["en"] == "Ours."


@pytest.mark.parametrize("asked", [("night", "./mine.yaml"), ("./mine.yaml", "night")])
def test_two_that_add_the_same_id_are_told_apart_by_with(asked: tuple[str, str]) -> None:
    mine, theirs = (
        "{id: noon, title: Mine, strength: 1, side: white}",
        "{id: night_noon, title: Theirs, strength: 3, side: white}",
    )
    added = f"add:\n  cards/main: [{mine}]\n"
    company = f"with:\n  night:\n    add:\n      cards/main: [{mine}, {theirs}]\n"
    with pytest.raises(RulebookError, match="both add `cards/"):
        load(*asked, mine=added)
    titles = {card.id: card.title["en"] for card in load(*asked, mine=added + company).cards}
    assert titles["noon"] == "Mine" and titles["night_noon"] == "Theirs"
    assert {card.id: card.title["en"] for card in load("./mine.yaml").cards}["noon"] == "Mine"


ROWS = st.sampled_from(("stop", "choose a space", "raise lead by 2"))
NEW_ROWS = st.sampled_from(("raise lead by 3", "raise lead by 4"))


@st.composite
def clashing(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Draw a text of one or more lines, and the changes of two variants to all or some of its lines.

    No variant removes all lines, so that some text is left.
    """
    text = draw(st.lists(ROWS, min_size=1, max_size=3, unique=True))
    new = st.lists(NEW_ROWS, min_size=1, max_size=2).map("\n".join)
    whole = st.lists(ROWS | NEW_ROWS, min_size=1, max_size=3).map("\n".join)
    variants = []
    for _ in range(2):
        entries: list[dict[str, str | None]] = []
        if draw(st.booleans()):
            entries.append({"at": "words/play/do", "to": draw(whole)})
        else:
            first = 0
            while first < len(text):
                end = draw(st.integers(first + 1, len(text)))
                if draw(st.booleans()) or (end == len(text) and not entries):
                    to = draw(new if end == len(text) else st.none() | new)
                    entries.append({"at": "words/play/do", "line": "\n".join(text[first:end]), "to": to})
                first = end
        variants.append(yaml.safe_dump({"change": entries}))
    return text, variants


@pytest.mark.parts
@given(clashing())
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_lines_that_are_shown_settle_what_is_changed_in_a_text(drawn: tuple[list[str], list[str]]) -> None:
    text, variants = drawn
    path = Path("sample/sequence.yaml")
    path.write_text(yaml.safe_dump({"start": "play", "words": [{"say": "play", "do": "\n".join(text)}]}))
    files = [Path(f"{name}.yaml") for name in ("one", "two")]
    for file, change in zip(files, variants, strict=True):
        file.write_text(f"id: {file.stem}\ntitle: A\nfor: sample\n{change}")
    asked = [f"./{file}" for file in files]
    try:
        load(*asked)
    except RulebookError as clash:
        (lines,) = clash.problems[0].wordings
        file = Path(clash.problems[0].where.file)
        file.write_text(f"{file.read_text()}{lines}\n")
        load(*asked)


def test_two_variants_that_make_the_same_change_go_together() -> None:
    """One of the two is enough: values, lines, things, bends, players; also where the order differs."""
    same = "change:\n  - {at: zones/deck/when empty, to: stop}\n"
    same += "  - {at: words/play/do, line: choose a space, to: stop}\n"
    same += "add:\n  cards/main: [{id: eve, title: Eve, strength: 1}]\n  variables: [{id: luck, is: number}]\n"
    same += "bends: [{instead of: play, do: stop}]\nplayers: {black: random}\n"
    Path("other.yaml").write_text(HEAD.replace("mine", "other") + same, encoding="utf-8")
    once, both = load("./mine.yaml", mine=same), load("./mine.yaml", "./other.yaml")
    assert [card.id for card in both.cards] == [card.id for card in once.cards]
    assert (both.zones, both.words, both.variables) == (once.zones, once.words, once.variables)
    assert len(both.bends) == len(once.bends) == 1 and both.players_of == once.players_of
    Path("other.yaml").write_text(HEAD.replace("mine", "other") + same.replace("strength: 1", "strength: 2"))
    with pytest.raises(RulebookError, match="`other` and `mine` both add `cards/main/eve`, and not the same one"):
        load("./mine.yaml", "./other.yaml")


def test_a_thing_with_another_id_is_found_by_its_title() -> None:
    """Also by the id that its title would have, as long as only one thing has the title."""
    file = Path("sample/cards/main.yaml")
    file.write_text(file.read_text(encoding="utf-8").replace("id: watch", "id: watch_9"), encoding="utf-8")
    for step in ("Night Watch", "night_watch"):
        book = load("./mine.yaml", mine=f"change:\n  - {{at: cards/{step}/strength, from: 1, to: 2}}\n")
        assert next(card for card in book.cards if card.id == "watch_9").attributes["strength"] == 2
    file.write_text(file.read_text(encoding="utf-8").replace("title: Dusk", "title: Night Watch"), encoding="utf-8")
    with pytest.raises(RulebookError, match="there is no `cards/night_watch`"):
        load("./mine.yaml", mine="remove: [cards/night_watch]\n")


def test_the_path_that_widens_a_range_is_named() -> None:
    file = Path("sample/cards/main.yaml")
    said = file.read_text(encoding="utf-8").replace("strength: number", "strength: {is: number, from: 0, to: 3}")
    file.write_text(said, encoding="utf-8")
    card = "add:\n  cards/main: [{id: giant, title: Giant, strength: 9}]\n"
    wider = "change: [{at: decks/main/attributes/strength/to, to: 9}]"
    warnings = [each.message for each in load("./mine.yaml", mine=card).warnings]
    assert warnings == [f"`strength` is declared to be from 0 to 3, but this is 9; for a wider range: {wider}"]
    assert load("./mine.yaml", mine=f"{card}{wider}\n").warnings == ()
