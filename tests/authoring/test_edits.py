"""A variant made of edits: with it the one game is the other, whatever was edited; and what can't be said is told."""

from __future__ import annotations

import copy
import dataclasses
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter.authoring.variants.differences import INEXPRESSIBLE, Differences, differences
from interpreter.authoring.variants.starters import Destination, copy_game
from interpreter.authoring.variants.variant_of_edits import derive_variant, uncovered_files
from interpreter.engine.playout import play_random
from interpreter.matches.loading import load
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Rulebook, Text
from interpreter.rulebook.overlays.lines import line_changes
from interpreter.rulebook.source.files import find_folder
from interpreter.support.errors import Location, RulebookError
from tests.authoring.test_uses import ISLANDS, MORE

MARKET = Path(__file__).parents[1] / "cli" / "market"
HAND = " card from deck to hand of each seat"
GAMES = ("market", "islands", "red_flag_over_paris", "vive_la_revolution", "liberte", "revolution")
PARIS = "red_flag_over_paris"
LARGE = {PARIS, "vive_la_revolution", "liberte"}
GAMES_AND_SEEDS = [
    *(("market", seed) for seed in range(3)),
    ("islands", 2),
    ("revolution", 2),
    *(pytest.param("islands", seed, marks=pytest.mark.parts) for seed in range(2)),
    *(pytest.param(name, 2, marks=pytest.mark.parts) for name in sorted(LARGE)),
]
"""The more edits are made, the higher the seed."""
SOURCES = ("rulebook", "inferred", "reconstructed", "ours")
Files = dict[str, Any]
"""The YAML files of a game: content by file name."""


@pytest.fixture
def islands(tmp_path: Path) -> Path:
    """The islands with a second deck, a bot, a variant and a translation."""
    folder = tmp_path / "islands"
    shutil.copytree(ISLANDS, folder)
    for name, text in MORE.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.lstrip("\n"), encoding="utf-8")
    for name, line in (
        ("vocabulary.yaml", "  - {say: sail out, do: 'sail up to 2 boats', turn: true}\n"),
        ("zones.yaml", "  - {id: pile, title: Pile, face: nobody, starts with: [more]}\n"),
    ):
        with (folder / name).open("a") as file:
            file.write(line)
    edit(folder / "vocabulary.yaml", ("boats, or stop", "boats, or stop, to row"))
    return folder


def copied(folder: Path, place: Path) -> Path:
    copy_game(str(folder), Destination("edited", str(place / "edited")))
    return place / "edited"


def edit(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def overlay(base: Path, other: Path) -> str:
    return derive_variant(load_rulebook(base), load_rulebook(other), Destination("mine", "mine.yaml")).text


def with_overlay(base: Path, text: str) -> Rulebook:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "mine.yaml")
        path.write_text(text, encoding="utf-8")
        return load_rulebook(base, variants=(str(path),))


def folder_of(name: str, islands: Path) -> Path:
    return {"market": MARKET, "islands": islands}.get(name) or Path(find_folder(name))


def told(value: Any, name: str = "") -> Any:
    """Return the content of a part of a rulebook without its places, and without order where order has no meaning."""
    if isinstance(value, str):
        return value.rstrip()
    if dataclasses.is_dataclass(value):
        return [
            told(getattr(value, each.name), each.name)
            for each in dataclasses.fields(value)
            if each.name not in ("where", "excerpt")
        ]
    if isinstance(value, dict):
        return {key: told(each) for key, each in value.items()}
    if isinstance(value, tuple):
        items = [told(each) for each in value]
        return sorted(items, key=repr) if name in ("words", "edges", "start") else items
    return value


def rules(book: Rulebook) -> dict[str, Any]:
    """All of a rulebook but what it and its files are called."""
    spoken = {"texts", "labels", "counted_labels", "phrases", "phrasebooks"}
    left = {"id", "folder", "title", "digest", "overlays", "variants", "warnings", *spoken}
    names = [each.name for each in dataclasses.fields(book) if each.name not in left]
    return {name: told(getattr(book, name), name) for name in names}


# -- the text written


def test_what_is_written(islands: Path, tmp_path: Path) -> None:
    other = copied(islands, tmp_path)
    edit(
        other / "cards" / "voyage.yaml",
        ("event: sail up to 1 boat}", "event: raise your fame}"),
        (
            "{id: storm, title: Storm, speed: 1, event: move all boats from Alder to Birch}",
            "{id: squall, title: Squall, speed: 3}",
        ),
    )
    edit(other / "bots" / "pilot.yaml", ("keep: [{highest", "keep: [{that: it is sandy}, {highest"))
    edit(other / "cards" / "more.yaml", ("event: sail out}", 'event: "sail out\\nraise your fame"}'))
    text = overlay(islands, other)
    assert text.partition("\n\n")[2] == (
        "# Edited (edited), as changes to Islands (islands).\n\n"
        "id: mine\ntitle: Mine\nabout: What is different in Edited.\nfor: islands\n\n"
        "change:\n"
        "  - at: cards/calm/event\n    from: sail out\n    to: |-\n      sail out\n      raise your fame\n"
        "  - {at: cards/toll/event, from: sail up to 1 boat, to: raise your fame}\n\n"
        "remove: [cards/storm]\n\n"
        "add:\n"
        "  before cards/toll:\n    - {id: squall, title: Squall, speed: 3}\n"
        "  before bots/pilot/tables/Where to/keep/1:\n    - {that: it is sandy}\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("        raise day\n", "        lower day\n", [("raise day", "lower day")]),
        ("      shuffle deck\n", "", [("shuffle deck", None)]),
        ("      shuffle deck\n", "      shuffle deck  # well\n", [("shuffle deck", "shuffle deck  # well")]),
        ("        raise day\n", "        raise day\n        raise day\n", [("raise day", "raise day\nraise day")]),
        (
            "              take a turn\n",
            "              take a turn\n        stop\n",
            [("raise day", "stop\nraise day")],
        ),
        ("shuffle deck\n      draw 1", "stop\n      draw 2", [(f"shuffle deck\ndraw 1{HAND}", f"stop\ndraw 2{HAND}")]),
        ("          as s:\n", "          as s:\n            stop\n", [("as s:", "as s:\n  stop")]),
    ],
)
def test_lines_are_told_alone(old: str, new: str, said: list[tuple[str, str | None]], tmp_path: Path) -> None:
    other = copied(MARKET, tmp_path)
    edit(other / "sequence.yaml", (old, new))
    assert yaml.safe_load(overlay(MARKET, other))["change"] == [
        {"at": "words/play the market/do", "line": line, "to": to} for line, to in said
    ]


@pytest.mark.parametrize(
    ("text", "new", "changes"),
    [
        ("a\nb\nc\nd\ne", "A\nb\nc\nd\nE", [("a", "A"), ("e", "E")]),
        ("a\nb\nc\na", "a\nb\nc\nA", [("c\na", "c\nA")]),
        ("a\na\na\na\na\na", "a\na\nb\na\na\na", []),
        ("a\nb\nc", "A\nB\nc", [("a\nb", "A\nB")]),
        ("a\nb\nc", "A\nB\nC", []),
        ("a\nb\nc\nd\ne\nf\ng", "A\nb\nC\nd\nE\nf\nG", []),
        ("if x:\n  a\nb\nc", "  if x:\n  a\nb\nc", [("if x:", "  if x:")]),
        ("if x:\n  a\n\n  # why\n  b\nc", "if x:\n  a\nc", [("a\n\n# why\nb", "a")]),
        ("a", "b", []),
        ("a\nb\nc", "", []),
    ],
)
def test_few_lines_of_a_text(text: str, new: str, changes: list[tuple[str, str | None]]) -> None:
    found = line_changes(Text(text, Location("x.yaml", 1, 1)), new)
    assert [(each.line, each.to) for each in found] == changes


def without_words(game: Path, target: Path) -> Path:
    """A game without its words for labels and for things without titles, which no variant can express.

    Red Flag is taken as it is.
    """
    if game.name == "red_flag_over_paris" or not (game / "text").exists():
        return game
    if not target.exists():
        shutil.copytree(game, target, ignore=shutil.ignore_patterns("en.yaml", "de.yaml"))
    return target


@pytest.mark.parts
@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(one, other, marks=pytest.mark.parts if {one, other} & (LARGE - {PARIS}) else ())
        for one in GAMES
        for other in GAMES
        if one == other or not {one, other} <= LARGE
    ],
)
def test_any_game_is_a_variant_of_any_other(one: str, other: str, islands: Path, tmp_path: Path) -> None:
    """Or it is told what stands in the way: of Red Flag, tables for its own variants, and Russian names."""
    base, wanted = (without_words(folder_of(name, islands), tmp_path / name) for name in (one, other))
    if one == other:
        with pytest.raises(RulebookError, match="its rules are the same"):
            overlay(base, wanted)
    elif other == "red_flag_over_paris":
        with pytest.raises(RulebookError) as caught:
            overlay(base, wanted)
        places = {(Path(problem.where.file).parent.name, problem.where.line > 0) for problem in caught.value.problems}
        assert places <= {("bots", True), ("text", True)}
    elif one == "red_flag_over_paris":
        with pytest.raises(RulebookError, match="a variant adds names and removes none"):
            overlay(base, wanted)
    else:
        made = with_overlay(base, overlay(base, wanted))
        assert rules(made) == rules(load_rulebook(wanted))


def test_it_plays_as_the_edited_game(tmp_path: Path) -> None:
    """The order of spaces, cards and tracks is the same: equal seeds, equal games."""
    other = copied(MARKET, tmp_path)
    edit(
        other / "cards" / "luck.yaml",
        ("cards:\n", "cards:\n  - {id: hail, title: Hail, value: 3, event: trade at covered stalls}\n"),
        ("  - {id: wind, title: Wind, value: 3, event: trade at south stalls, source: ours}\n", ""),
    )
    edit(other / "map.yaml", ("spaces:\n", "spaces:\n  - {id: bread, title: Bread, side: south}\n"))
    edit(other / "map.yaml", ("[[fruit, fish]]", "[[fruit, fish], [bread, fish]]"))
    mine = tmp_path / "mine.yaml"
    mine.write_text(overlay(MARKET, other), encoding="utf-8")
    made, wanted = load(MARKET, (str(mine),)), load(other)
    for index in range(20):
        one, two = play_random(made, 1, index, record=True), play_random(wanted, 1, index, record=True)
        assert (one.choices, one.winners, one.scores) == (two.choices, two.winners, two.scores)


@pytest.mark.parametrize(
    "title",
    [
        "no",
        "~",
        "1:30",
        "012",
        "- x",
        "a: b",
        "x #y",
        "'",
        '"',
        "|",
        "{x}",
        "&a *b",
        "!!int 3",
        "Ярмарка",
        "é",
        "\u00a0x",
    ],
)
def test_texts_that_yaml_could_misread(title: str, tmp_path: Path) -> None:
    other = copied(MARKET, tmp_path)
    path = other / "cards" / "luck.yaml"
    data = yaml.safe_load(path.read_text("utf-8"))
    data["cards"][0] |= {"title": title, "event": f"note Sun as {title!r}\n  {title}\n\nstop"}
    data["cards"].append({"id": "odd", "title": {"en": title, "ru": title}, "value": 1})
    path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    assert rules(with_overlay(MARKET, overlay(MARKET, other))) == rules(load_rulebook(other))


def test_the_same_game_in_other_files(islands: Path, tmp_path: Path) -> None:
    """It does not matter in which file a thing stands, nor how it is laid out."""
    other = copied(islands, tmp_path)
    tracks = (other / "tracks.yaml").read_text("utf-8")
    (other / "tracks.yaml").unlink()
    with (other / "game.yaml").open("a", encoding="utf-8") as game:
        game.write(tracks)
    path = other / "sequence.yaml"
    path.write_text(yaml.safe_dump(yaml.safe_load(path.read_text("utf-8"))), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        overlay(islands, other)
    assert [problem.code for problem in caught.value.problems] == ["no-difference"]


def test_a_title_that_somebody_has_given_is_an_edit(tmp_path: Path) -> None:
    other = copied(MARKET, tmp_path)
    edit(other / "game.yaml", ("title: {en: Edited, ru: Edited}", "title: {en: A Fair, ru: Ярмарка}"))
    text = overlay(MARKET, other)
    assert "- at: game/title\n" in text or "{at: game/title," in text
    assert with_overlay(MARKET, text).title == {"en": "A Fair", "ru": "Ярмарка"}


def test_names_in_other_languages_become_titles(islands: Path, tmp_path: Path) -> None:
    (islands / "text").mkdir()
    (islands / "text" / "de.yaml").write_text("names: {islands: Inseln, fame: Ruhm, alder: Erle}\n")
    other = copied(islands, tmp_path)
    edit(other / "text" / "de.yaml", ("Erle", "Schwarzerle, birch: Birke"))
    edit(other / "cards" / "more.yaml", ("event: sail out}", "event: sail out}\n  - {id: lull, title: Lull}"))
    edit(other / "text" / "de.yaml", ("fame: Ruhm", "fame: Ruhm, lull: Flaute"))
    text = overlay(islands, other)
    assert "{at: spaces/alder/title, from: Alder, to: {en: Alder, de: Schwarzerle}}" in text
    assert "{id: lull, title: {en: Lull, de: Flaute}}" in text
    assert rules(with_overlay(islands, text)) == rules(load_rulebook(other))


# -- inexpressible changes

TAKES = "a variant adds names and removes none"
GIVES = "a variant names only things that have titles"


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("text/de.yaml", "fame: Ruhm", "stone: Stein", f"`fame` under `names` of `de`: {TAKES}"),
        ("text/de.yaml", "fame: Ruhm", "fame: Ruhm, pilot: Lotse", f"`pilot` under `names` of `de`: {GIVES}"),
        ("text/de.yaml", "}", "}\nlabels: {row: rudern}", f"`row` under `labels` of `de`: {GIVES}"),
        ("text/de.yaml", "}", "}\nwords: {sail out: in See stechen}", f"`sail out` under `words` of `de`: {GIVES}"),
        ("text/de.yaml", "}", "}\nmessages: {yes: ja}", f"`yes` under `messages` of `de`: {GIVES}"),
        ("bots/pilot.yaml", "seat: stone", "seat: stone\nwith: [windy]", ""),
    ],
)
def test_what_cant_be_said_is_told_by_name_and_place(
    name: str, old: str, new: str, said: str, islands: Path, tmp_path: Path
) -> None:
    (islands / "text").mkdir()
    (islands / "text" / "de.yaml").write_text("names: {fame: Ruhm}\n")
    other = copied(islands, tmp_path)
    edit(other / name, (old, new))
    if not said:
        assert "{at: bots/pilot/with, from: null, to: [windy]}" in overlay(islands, other)
        return
    with pytest.raises(RulebookError) as caught:
        overlay(islands, other)
    (problem,) = caught.value.problems
    assert problem.code == INEXPRESSIBLE and problem.message == f"a variant can't express the difference in {said}"
    assert problem.where.line and problem.where.file.endswith(name)


def test_what_only_a_whole_folder_can_say(islands: Path, tmp_path: Path) -> None:
    """Tables for a variant that the game does not have: told of the place in the edited game."""
    other = copied(islands, tmp_path)
    (other / "variants" / "calm.yaml").write_text("id: calm\ntitle: Calm\nfor: edited\n")
    edit(other / "bots" / "pilot.yaml", ("seat: stone", "seat: stone\nwith: [calm]"))
    with pytest.raises(RulebookError) as caught:
        overlay(islands, other)
    (problem,) = caught.value.problems
    assert "there is no variant `calm` of this game" in problem.message
    assert problem.where.file.endswith("edited/bots/pilot.yaml") and problem.where.line == 3


def test_it_is_tried_before_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = copied(MARKET, tmp_path)
    edit(other / "cards" / "luck.yaml", ("title: Sun, value: 2", "title: Sunshine, value: 4"))

    def short_sighted(*files: Any) -> Differences:
        found = differences(*files)
        del found.change[0]
        return found

    monkeypatch.setattr("interpreter.authoring.variants.variant_of_edits.differences", short_sighted)
    with pytest.raises(RulebookError) as caught:
        overlay(MARKET, other)
    (problem,) = caught.value.problems
    assert problem.message == "a variant can't express all differences: `cards/sun` would not be the same"
    assert problem.where.file.endswith("luck.yaml") and problem.where.line == 6


def test_scenarios_and_variants_are_no_part_of_it(islands: Path, tmp_path: Path) -> None:
    other = copied(islands, tmp_path)
    books = load_rulebook(islands), load_rulebook(other)
    assert uncovered_files(*books) == []
    edit(other / "scenarios" / "some.yaml", ("birch alone", "birch by itself"))
    edit(other / "variants" / "windy.yaml", ("to: 1", "to: 2"))
    assert [Path(file).name for file in uncovered_files(*books)] == ["some.yaml", "windy.yaml"]


# -- random edits


Edit = Callable[["Editor", Any], bool]
"""Edits what a file holds, in place; False if it has nothing of the kind."""


class Editor:
    """Makes random edits in the files of a game, each of which leaves a game."""

    def __init__(self, folder: Path, seed: int, kinds: Sequence[Edit] | None = None) -> None:
        self.folder = folder
        self.kinds = EDITS if kinds is None else kinds
        self.chance = random.Random(seed)
        self.made: list[str] = []
        self._number = 0

    def edit(self, number: int) -> None:
        """Make so many edits that change something; those after which there is no game are taken back."""
        while len(self.made) < number:
            before = {path: path.read_bytes() for path in self.folder.rglob("*.yaml") if "scenarios" not in path.parts}
            work = self.chance.choice(self.kinds)
            path = self.chance.choice(sorted(path for path in before if path.parent.name not in ("variants", "text")))
            data = yaml.safe_load(before[path])
            if not work(self, data) or (data == yaml.safe_load(before[path]) and work is not translates):
                continue
            path.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), encoding="utf-8")
            if self._is_game():
                self.made.append(f"{work.__name__} {path.relative_to(self.folder)}")
            else:
                for each, content in before.items():
                    each.write_bytes(content)

    def _is_game(self) -> bool:
        """True if the files can be read and no two phrases have the same title, which only the language reports."""
        try:
            titles = [word.title for word in load_rulebook(self.folder).words]
        except RulebookError:
            return False
        return len(set(titles)) == len(titles)

    def new(self, old_id: str) -> str:
        self._number += 1
        return f"{old_id[:50]}_new{self._number}"

    def lists(self, data: Any) -> list[list[Any]]:
        """All lists with more than one item."""
        return [each for each in below(data) if isinstance(each, list) and len(each) > 1]

    def things(self, data: Any) -> list[dict[str, Any]]:
        return [each for each in below(data) if isinstance(each, dict) and ("id" in each or "say" in each)]


def below(data: Any) -> Iterator[Any]:
    """The lists and mappings in plain data."""
    if isinstance(data, (list, dict)):
        yield data
        for each in data.values() if isinstance(data, dict) else data:
            yield from below(each)


def changes_a_value(editor: Editor, data: Any) -> bool:
    spots = [(each, key) for each in below(data) if isinstance(each, dict) for key in each if key not in ("id", "deck")]
    holder, key = editor.chance.choice(spots)
    value = holder[key]
    if key == "source":
        holder[key] = editor.chance.choice(SOURCES)
    elif isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = value + editor.chance.choice((-1, 1))
    elif isinstance(value, str):
        texts = [holder[key] for holder, other in spots if other == key and isinstance(holder[key], str)]
        holder[key] = editor.chance.choice([*texts, f"{value} too", f"{value}\n{value}\n"])
    elif isinstance(value, list) and value and all(isinstance(item, int) for item in value):
        value[editor.chance.randrange(len(value))] += 1
    else:
        return False
    return bool(value != holder[key]) or isinstance(value, list)


def takes_a_field(editor: Editor, data: Any) -> bool:
    holder = editor.chance.choice([each for each in below(data) if isinstance(each, dict)])
    del holder[editor.chance.choice(list(holder))]
    return True


def takes_an_item(editor: Editor, data: Any) -> bool:
    if found := editor.lists(data):
        items = editor.chance.choice(found)
        del items[editor.chance.randrange(len(items))]
    return bool(found)


def moves_an_item(editor: Editor, data: Any) -> bool:
    if found := editor.lists(data):
        items = editor.chance.choice(found)
        items.insert(editor.chance.randrange(len(items)), items.pop(editor.chance.randrange(len(items))))
    return bool(found)


def copies_an_item(editor: Editor, data: Any) -> bool:
    if found := editor.lists(data):
        items = editor.chance.choice(found)
        item = copy.deepcopy(editor.chance.choice(items))
        for each in below(item):
            if isinstance(each, dict) and "id" in each:
                each["id"] = editor.new(each["id"])
            if isinstance(each, dict) and "say" in each:
                each["say"] = f"do {editor.new('it')}"
        items.insert(editor.chance.randrange(len(items) + 1), item)
    return bool(found)


def takes_a_things_place(editor: Editor, data: Any) -> bool:
    """Two things with each other's ids."""
    things = [each for each in editor.things(data) if "id" in each]
    if len(things) < 2:
        return False
    one, other = editor.chance.sample(things, 2)
    one["id"], other["id"] = other["id"], one["id"]
    return True


def puts_a_bend(editor: Editor, data: Any) -> bool:
    says = [each["say"] for each in below(data) if isinstance(each, dict) and "say" in each and "do" in each]
    if not says or not isinstance(data, dict):
        return False
    say = editor.chance.choice(says)
    kind = editor.chance.choice(("before", "after", "instead of"))
    bend = {kind: say if isinstance(say, str) else say[0], "do": "stop", "offer": editor.new("offer")}
    bends = data.setdefault("bends", [])
    bends.insert(editor.chance.randrange(len(bends) + 1), bend)
    return True


def translates(editor: Editor, data: Any) -> bool:
    """A name in another language, in a file of its own or with the thing."""
    things = [each for each in below(data) if isinstance(each, dict) and "id" in each and "title" in each]
    if not things:
        return False
    thing = editor.chance.choice(things)
    path = editor.folder / "text" / "ru.yaml"
    path.parent.mkdir(exist_ok=True)
    names = yaml.safe_load(path.read_text("utf-8")) if path.exists() else {"names": {}}
    if editor.chance.random() < 0.3 and isinstance(thing["title"], str):
        thing["title"] = {"en": thing["title"], "fr": editor.new("nom")}
    else:
        names["names"][thing["id"]] = editor.new("имя")
    path.write_text(yaml.safe_dump(names, allow_unicode=True), encoding="utf-8")
    return True


EDITS: tuple[Edit, ...] = (
    changes_a_value, changes_a_value, takes_a_field, takes_an_item, moves_an_item, copies_an_item,
    takes_a_things_place, puts_a_bend, translates,
)  # fmt: skip


def changes_lines(editor: Editor, data: Any) -> bool:
    """A line of a text is gone, twice, further in, another one, or between others."""
    texts = [
        (holder, key)
        for holder in below(data)
        for key in (holder if isinstance(holder, dict) else range(len(holder)))
        if isinstance(holder[key], str) and "\n" in holder[key].strip()
    ]
    if not texts:
        return False
    holder, key = editor.chance.choice(texts)
    rows = holder[key].rstrip().split("\n")
    for _ in range(editor.chance.choice((1, 1, 2, 3))):
        at, row = editor.chance.randrange(len(rows)), editor.chance.choice(rows)
        there = rows[at]
        new = editor.chance.choice(
            ([], [there, row], [row], [f"{there} too"], [f"  {there}"], [there, "", "# why"], [there.strip()])
        )
        rows[at : at + 1] = new or ([there] if len(rows) == 1 else [])
    holder[key] = "\n".join(rows) + "\n"
    return True


def edited(base: Path, place: Path, seed: int, number: int) -> tuple[Path, list[str]]:
    other = copied(base, place)
    editor = Editor(other, seed)
    editor.edit(number)
    return other, editor.made


@pytest.mark.parametrize(("name", "seed"), GAMES_AND_SEEDS)
def test_with_the_variant_the_game_is_the_edited_one(name: str, seed: int, islands: Path, tmp_path: Path) -> None:
    base = folder_of(name, islands)
    other = copied(base, tmp_path)
    editor = Editor(other, seed)
    editor.edit(1 + 5 * seed)
    try:
        text = overlay(base, other)
    except RulebookError as error:
        assert {problem.code for problem in error.problems} <= {INEXPRESSIBLE, "no-difference"}, editor.made
        assert all(problem.where.line for problem in error.problems if problem.code == INEXPRESSIBLE), editor.made
        assert any(each.startswith("translates") for each in editor.made), editor.made
    else:
        assert rules(with_overlay(base, text)) == rules(load_rulebook(other)), editor.made


@pytest.mark.parametrize(("name", "seed"), GAMES_AND_SEEDS)
def test_edits_within_texts(name: str, seed: int, islands: Path, tmp_path: Path) -> None:
    """Most of them are told line by line; with the variant the text is what it was edited to be, comments and all."""
    base = folder_of(name, islands)
    other = copied(base, tmp_path)
    editor = Editor(other, seed, (changes_lines,))
    editor.edit(1 + 3 * seed)
    try:
        text = overlay(base, other)
    except RulebookError as error:  # an entry that stands for several cards
        assert all(
            problem.code == INEXPRESSIBLE and "there is no `cards/{" in problem.message for problem in error.problems
        )
    else:
        assert rules(with_overlay(base, text)) == rules(load_rulebook(other)), editor.made
