"""Uses of a thing: found through resolved names, each with its place and wording."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.authoring.lookup import Thing, resolve_name, thing_names
from interpreter.authoring.references.mentions import Mentions, is_inside
from interpreter.authoring.references.uses import ThingUse, uses_of
from interpreter.language.ir.builders import descendants_of, expressions_of, statements_in
from interpreter.language.ir.expressions import (
    AttributeValue,
    Expr,
    FlagValue,
    PieceAmount,
    StepValue,
    TermCall,
    TrackValue,
    VariableValue,
)
from interpreter.language.ir.statements import Block, CallPhrase, ChangeState, MovePieces, SetFlag
from interpreter.language.ir.types import kind_of_sort
from interpreter.language.resolving.resolver import SIDE_OF
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Rulebook
from interpreter.support.errors import Location, RulebookError

ISLANDS = Path(__file__).parents[1] / "language" / "reference" / "islands"
GAMES = ("red_flag_over_paris", "vive_la_revolution", "liberte", "revolution")
SAMPLES = [str(ISLANDS.parents[1] / name) for name in ("sample", "things")]
MORE = {
    "cards/more.yaml": """
deck: more
title: More
cards:
  - {id: calm, title: Calm, event: sail out}
  - {id: gale, title: Gale, event: raise your fame by number of sandy islands}
  - {id: drift, title: Drift, event: move 1 of your boats from Alder to Birch, copies: 2}
""",
    "bots/pilot.yaml": """
id: pilot
seat: stone
title: Pilot
tables:
  - {answers: [row], title: Where to, keep: [{highest: fares of you + worth of it}, {that: it has no boats}]}
""",
    "variants/windy.yaml": """
id: windy
title: Windy
for: islands
change: [{at: tracks/fame/start, from: null, to: 1}]
bends: [{after: "sail up to {n} boats", do: raise day}]
add: {before cards/gale: [{id: breeze, title: Breeze}]}
""",
    "scenarios/some.yaml": """
- {name: birch alone, given: {turn: reed, begin: "make Birch lit"}, then: [boats in Elder is 2]}
- {name: out they go, given: {turn: reed, begin: sail out}}
- {name: with wind, variants: [windy], given: {pieces: {boat: {reed: {crown: 1}}}, turn: reed, begin: lower day}}
""",
}


SANDY = (("Alder", 7), ("Dove", 10), ("Elder", 11))


def put_islands(folder: Path, more: dict[str, str]) -> None:
    """The islands with a phrase that uses another one, and more files."""
    shutil.copytree(ISLANDS, folder)
    for name, text in more.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.lstrip("\n"))
    with (folder / "vocabulary.yaml").open("a") as words:
        words.write("  - {say: sail out, do: 'sail up to 2 boats', turn: true}\n")
    zones = folder / "zones.yaml"
    zones.write_text(zones.read_text().replace("[voyage]", "[voyage, more]"))
    phrase = folder / "vocabulary.yaml"
    phrase.write_text(phrase.read_text().replace("or stop", "or stop, to row"))


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    """The islands with a bot, a variant, scenarios and a phrase that uses another one."""
    folder = tmp_path / "islands"
    put_islands(folder, MORE)
    return load_rulebook(folder)


def told(book: Rulebook, wanted: str) -> list[str]:
    return [line(use) for use in uses_of(book, wanted).uses]


def line(use: ThingUse) -> str:
    through = "".join(f" < {word}" for word in use.chain)
    return f"{use.site.kind} {use.site.label} {Path(use.where.file).name}:{use.where.line}{through}"


def test_a_space_is_used_in_texts_in_data_and_in_scenarios(book: Rulebook) -> None:
    assert (
        told(book, "Birch")
        == told(book, "birch")
        == [
            "card Drift more.yaml:6",
            "card Storm voyage.yaml:5",
            "printed Alder–Birch, joins pieces.yaml:5",
            "printed Birch–Crown Island, joins pieces.yaml:5",
            "scenario birch alone some.yaml:1",
        ]
    )
    assert told(book, "Elder") == [
        "printed Boat, start pieces.yaml:2",
        "printed Dove–Elder, joins pieces.yaml:5",
        "scenario birch alone some.yaml:1",
    ]
    in_crown = told(book, "crown")
    assert in_crown[0] == "printed Gull, start pieces.yaml:3" and in_crown[-1] == "scenario with wind some.yaml:3"


def test_what_is_put_before_a_card_names_it(book: Rulebook) -> None:
    assert "variant Windy windy.yaml:6" in told(book, "gale")


def test_a_phrase_is_used_through_others(book: Rulebook) -> None:
    assert told(book, "sail up to") == [
        "card Toll voyage.yaml:6",
        "phrase sail out vocabulary.yaml:19",
        "variant Windy: after sail up to {n} boats windy.yaml:5",
        "card Calm more.yaml:4 < sail out",
        "scenario out they go some.yaml:2 < sail out",
    ]


def test_what_a_bend_names_is_used_by_all_that_use_the_phrase(book: Rulebook) -> None:
    windy = load_rulebook(book.folder, variants=["windy"])
    assert told(windy, "Day") == [
        "bend after sail up to {n} boats windy.yaml:5",
        "scenario with wind some.yaml:3",
        "card Calm more.yaml:4 < sail out < sail up to {n} boats",
        "card Toll voyage.yaml:6 < sail up to {n} boats",
        "phrase sail out vocabulary.yaml:19 < sail up to {n} boats",
    ]
    assert "variant Windy windy.yaml:4" in told(book, "Fame")


def test_columns_tracks_and_words_of_columns(book: Rulebook) -> None:
    sandy = told(book, "sandy")
    assert sandy == ["card Gale more.yaml:5", *(f"printed {name}, shore map.yaml:{at}" for name, at in SANDY)]
    assert len(told(book, "shore")) == len(sandy) + 2
    assert told(book, "port") == ["printed Crown Island map.yaml:9"]
    assert told(book, "worth") == ["row Pilot: Where to, row 1 pilot.yaml:5"]
    assert "row Pilot: Where to, row 2 pilot.yaml:5" in told(book, "boats")
    assert told(book, "fares of {seat}")[0] == "row Pilot: Where to, row 1 pilot.yaml:5"
    assert told(book, "stormy") == []


def test_what_a_bend_does_as_usual_is_the_phrase(book: Rulebook) -> None:
    path = Path(book.folder) / "variants" / "windy.yaml"
    path.write_text(path.read_text().replace("do: raise day}", "do: do it as usual}").replace("after:", "instead of:"))
    windy = load_rulebook(book.folder, variants=["windy"])
    lines = [use.line for use in uses_of(windy, "sail up to").uses if use.site.kind == "bend"]
    assert lines == ["do it as usual"]


def test_words_of_columns_and_groups_are_named_where_they_are_compared(book: Rulebook) -> None:
    path = Path(book.folder) / "cards" / "more.yaml"
    path.write_text(
        path.read_text() + "  - {id: ebb, title: Ebb, event: 'if shore of Birch is rocky: raise your fame'}\n"
    )
    assert "card Ebb more.yaml:7" in told(load_rulebook(book.folder), "rocky")
    paris = Mentions(load_rulebook("red_flag_over_paris"))
    assert any(mention.line is not None for mention in paris.entries if mention.thing == ("group", "zone"))


def test_a_word_that_means_nothing_is_refused(book: Rulebook) -> None:
    with pytest.raises(RulebookError) as raised:
        uses_of(book, "Brich")
    assert (raised.value.message, raised.value.problems[0].suggestion) == (
        "nothing in this game has this name",
        "Birch",
    )
    with pytest.raises(RulebookError, match="this can mean several words of the game: `sail out`, `sail up to"):
        uses_of(book, "sail")


def test_a_line_as_a_card_has_it_means_the_wording_that_it_fills(book: Rulebook) -> None:
    analysis = Mentions(book).texts
    assert resolve_name(analysis, "Sail up to 3 boats").label == "sail up to {n} boats, a word of the vocabulary"
    with pytest.raises(RulebookError, match="nothing in this game has this name"):
        resolve_name(analysis, "sail up to boats of you")


def test_a_name_of_several_things_means_all_of_them(book: Rulebook) -> None:
    meant = resolve_name(Mentions(book).texts, "boats")
    assert meant.label == "boats, a kind of pieces"
    assert meant.things == {("pieces", "boat")}
    paris = resolve_name(Mentions(load_rulebook("red_flag_over_paris")).texts, "number")
    assert paris.label == "number, a column"
    track = resolve_name(Mentions(load_rulebook("red_flag_over_paris")).texts, "momentum")
    assert track.related - track.things == {("gives", "slots")}


@pytest.mark.parts
@pytest.mark.parametrize("game", GAMES)
def test_each_thing_is_named_at_its_place(game: str) -> None:
    """In the file there stands a name of what is said to be named there."""
    mentions = Mentions(load_rulebook(game))
    names: dict[Thing, list[str]] = {}
    for name, thing in thing_names(mentions.texts):
        names.setdefault(thing, []).append(name)
    files: dict[str, list[str]] = {}
    told = [mention for mention in mentions.entries if mention.line is not None and mention.thing[0] != "word"]
    assert len(told) > 50
    for mention in told:
        lines = files.setdefault(mention.where.file, Path(mention.where.file).read_text("utf-8").split("\n"))
        there = lines[mention.where.line - 1][mention.where.column - 1 :]
        kept = [*names[mention.thing], *(["pieces"] if mention.thing[0] == "pieces" else [])]
        assert there.startswith(tuple(kept)), mention


@pytest.mark.parts
@pytest.mark.parametrize("game", [*GAMES, *SAMPLES])
def test_what_the_typed_tree_holds_is_mentioned(game: str) -> None:
    """Each track, variable, flag, column, state, kind of pieces and word in the meaning of a text is named in it."""
    book = load_rulebook(game)
    analysis = Mentions(book).texts
    by_text: dict[Location, set[Thing]] = {}
    for meant in analysis.resolver.name_uses.values():
        by_text.setdefault(meant.text.where, set()).add((meant.kind, meant.id))
    for text in [
        *(routine.text for routine in analysis.routines.all),
        *(term.text for term in analysis.terms.all.values()),
    ]:
        holes = [where for where in by_text if where != text.where and is_inside(where, text)]
        by_text.setdefault(text.where, set()).update(*(by_text[where] for where in holes))
    gives = {("gives", name): ("track", track.id) for track in book.tracks for name in track.gives}
    bends = {bend.do.where for bend in book.bends}
    if book.side is not None:
        of_a_side = by_text[book.side.where]
        for things in by_text.values():
            things |= of_a_side if ("word", SIDE_OF) in things else set()
    checked = 0
    for routine in analysis.routines.all:
        if routine.text.where not in bends:
            things = by_text.get(routine.text.where, set())
            found = held(analysis.read_routine(routine), book)
            assert found <= things | {gives[each] for each in things if each in gives}, routine.title
            checked += len(found)
    for term in analysis.terms.all.values():
        found = {thing for part in descendants_of(term.body) for thing in named_by(part, book)}
        things = by_text.get(term.text.where, set())
        assert found <= things | {gives[each] for each in things if each in gives}, term.title
        checked += len(found)
    assert checked > 3


def held(block: Block, book: Rulebook) -> set[Thing]:
    found: set[Thing] = set()
    for statement in statements_in(block):
        if isinstance(statement, CallPhrase):
            found.add(("word", book.words[statement.word].title))
        if isinstance(statement, SetFlag):
            found.add(("flag", statement.flag))
        if isinstance(statement, ChangeState):
            found.add(("state", statement.state))
        if isinstance(statement, MovePieces | ChangeState):
            found |= {("pieces", kind_of_sort(sort)) for sort in statement.sorts}
        for expr in expressions_of(statement):
            for part in descendants_of(expr):
                found |= named_by(part, book)
    return found


def named_by(part: Expr, book: Rulebook) -> set[Thing]:
    match part:
        case TrackValue():
            return {("track", part.track)}
        case VariableValue():
            return {("variable", part.variable)}
        case FlagValue():
            return {("flag", part.flag)}
        case TermCall():
            return {("word", book.words[part.word].title)}
        case AttributeValue():
            return {("column", part.attribute)}
        case StepValue():
            return {("gives", part.name)}
        case PieceAmount():
            return {("pieces", kind_of_sort(sort)) for sort in part.sorts}
    return set()
