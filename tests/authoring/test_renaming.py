"""A thing under another id: everything that names it follows, no other byte changes, and the game is the same."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from interpreter.authoring.references.mention_index import MentionIndex
from interpreter.authoring.references.renaming import Renaming
from interpreter.authoring.variants.starters import copy_game, destination_of
from interpreter.authoring.yaml_layout import GameFormatter
from interpreter.matches.loading import load
from interpreter.matches.match import Game
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.source.files import find_folder
from interpreter.support.errors import RulebookError
from tests.authoring.test_uses import MORE, put_islands

LARGE = ("red_flag_over_paris", "vive_la_revolution", "liberte")
NEW = "quite_fresh"
OF_EVERY_KIND = (
    *("alder", "storm", "day", "hand", "gull", "port", "sandy", "shore", "reed", "river", "pilot", "more"),
    *("wrecks", "starter", "lit", "awake"),
)
THERE = {
    "variants/windy.yaml": """
id: windy
title: Windy
for: islands
change:
  - {at: tracks/fame/start, from: null, to: 1}
  - {at: cards/storm/event, from: move all boats from Alder to Birch, to: lower fame of stone}
add: {before cards/calm: [{id: breeze, title: Breeze, event: sail out}]}
bends: [{after: "sail up to {n} boats", do: raise fame of stone}]
""",
    "text/de.yaml": """
# fame is told here, too
names: {islands: Inseln, fame: Ruhm, alder: Erle}
nouns: {fame: {is: fame, day: fame}}
""",
    "scenarios/fame.yaml": """
- name: fame rises
  given: {tracks: {fame: {reed: 1}}, turn: reed, begin: raise your fame}    # fame
  then: [fame of reed is 2]
- name: fame stays
  variants: [windy]
  given: {turn: reed, begin: raise fame of stone}
  then: [fame of stone is 2]
""",
}


@pytest.fixture
def islands(tmp_path: Path) -> Path:
    """The islands with a bot, a variant, scenarios and a translation."""
    folder = tmp_path / "islands"
    put_islands(folder, MORE | THERE)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.yaml"))}


def rename(folder: Path, old: str, new: str) -> None:
    Renaming(MentionIndex(str(folder)), old, new).write()


def test_it_follows_through_texts_scenarios_variants_and_translations(islands: Path) -> None:
    rename(islands, "fame", "renown")
    found = {name: data.decode() for name, data in contents(islands).items()}
    assert "at: tracks/renown/start" in found["variants/windy.yaml"]
    assert "to: lower renown of stone" in found["variants/windy.yaml"]
    assert "do: raise renown of stone" in found["variants/windy.yaml"]
    rename(islands, "calm", "lull")
    assert "add: {before cards/lull: [" in (islands / "variants" / "windy.yaml").read_text("utf-8")
    assert found["text/de.yaml"] == (
        "# fame is told here, too\nnames: {islands: Inseln, renown: Ruhm, alder: Erle}\n"
        "nouns: {renown: {is: fame, day: fame}}\n"
    )
    assert "- name: fame rises" in found["scenarios/fame.yaml"]
    assert (
        "{tracks: {renown: {reed: 1}}, turn: reed, begin: raise your renown}    # fame" in found["scenarios/fame.yaml"]
    )
    assert "event: raise your renown by number of sandy islands" in found["cards/more.yaml"]


def test_costs_with_the_other_number_of_a_name_follow(islands: Path) -> None:
    rename(islands, "fame", "coins")
    file = islands / "scenarios" / "fame.yaml"
    file.write_text(file.read_text("utf-8").replace("begin: raise your coins", "begin: gain 1 coin"), "utf-8")
    for old, new, said in (("coins", "pearls", "pearl"), ("pearls", "gold", "gold")):
        rename(islands, old, new)
        assert f"begin: gain 1 {said}}}" in file.read_text("utf-8")


@pytest.mark.parts
@pytest.mark.parametrize("old", OF_EVERY_KIND)
def test_things_of_every_kind_are_renamed_and_back(islands: Path, old: str) -> None:
    before = contents(islands)
    rename(islands, old, NEW)
    assert contents(islands) != before
    rename(islands, NEW, old)
    assert contents(islands) == before


def test_pieces_with_a_noun_are_called_by_it_in_texts_even_if_it_is_as_the_id_would_say(islands: Path) -> None:
    pieces = islands / "pieces.yaml"
    pieces.write_text(pieces.read_text().replace("{id: boat,", "{id: boat, noun: {one: boat, many: boats},"))
    before = contents(islands)
    rename(islands, "boat", "ship")
    after = contents(islands)
    assert "{id: ship, noun: {one: boat, many: boats}," in after["pieces.yaml"].decode()
    assert after["cards/voyage.yaml"] == before["cards/voyage.yaml"]


@pytest.mark.parts
@pytest.mark.parametrize("game", ["revolution", *(pytest.param(game, marks=pytest.mark.parts) for game in LARGE)])
def test_a_shipped_game_with_things_renamed_and_back_is_the_same_to_the_byte(game: str, tmp_path: Path) -> None:
    folder = copied(game, tmp_path)
    before, book = contents(folder), load_rulebook(folder)
    chance = random.Random(game)
    files = b"".join(before.values()).decode()
    cards = [card.id for card in book.cards if f"id: {card.id}" in files]  # others are made by `each`
    zones = [zone.id for zone in book.zones]
    for old in (chance.choice(cards), chance.choice(zones))[: 1 if game == "revolution" else 2]:
        rename(folder, old, NEW)
        after = contents(folder)
        assert after != before
        assert {name: data.replace(NEW.encode(), old.encode()) for name, data in after.items()} == before
        rename(folder, NEW, old)
        assert contents(folder) == before


def copied(game: str, tmp_path: Path) -> Path:
    folder = tmp_path / "copy"
    copy_game(find_folder(game), destination_of(str(folder)))
    return folder


@pytest.mark.parts
def test_the_same_seed_gives_the_same_match_but_for_the_names(tmp_path: Path) -> None:
    folder = copied("revolution", tmp_path)
    plain = played(load(str(folder)))
    for number, old in enumerate(("jacobin", "versailles", "red_flag")):
        rename(folder, old, f"fresh{number}")
        plain = [re.sub(rf"(?<!\w){old}(?!\w)", f"fresh{number}", line) for line in plain]
    assert all(f"fresh{number}" in "\n".join(plain) for number in range(3))
    assert played(load(str(folder))) == plain


def played(game: Game) -> list[str]:
    """The choices of a match, taken at random, and what was on offer."""
    match, chance, lines = game.start(5), random.Random(5), []
    while match.decision is not None:
        keys = [option.key for option in match.decision.options]
        lines.append(f"{match.decision.seat}: {', '.join(keys)}")
        match.choose(chance.choice(keys))
    return lines


def refused(folder: Path, old: str, new: str) -> str:
    before = contents(folder)
    with pytest.raises(RulebookError) as raised:
        Renaming(MentionIndex(str(folder)), old, new)
    assert contents(folder) == before
    return f"{raised.value.problems[0].message} ({raised.value.problems[0].suggestion})"


@pytest.mark.parts
def test_what_cannot_be_done_is_told_and_nothing_is_written(islands: Path) -> None:
    assert refused(islands, "fmae", "x") == "nothing in this game has this id (fame)"
    assert refused(islands, "fame", "day") == "the game already has something called `day` (None)"
    assert refused(islands, "fame", "Old Fame").startswith("an id is made of small letters, digits and _")
    assert refused(islands, "fame", "where") == "`where` is a word of the language and can't be an id (None)"
    assert refused(islands, "fares of {seat}", "x").startswith("only ids can be renamed, not wordings")
    assert refused(islands, "sail out", "x").startswith("only ids can be renamed, not wordings")
    assert refused(islands, "windy", "x").startswith("rename a variant by hand")
    assert "boats" in refused(islands, "boat", "ship")
    assert refused(islands, "day", "island").startswith("under the new name this would mean something else")


def test_a_game_with_mistakes_is_left_alone(islands: Path) -> None:
    variant = islands / "variants" / "windy.yaml"
    variant.write_text(variant.read_text().replace("from: null", "from: 7"))
    assert "`from: null`" in refused(islands, "fame", "renown")
    game = islands / "pieces.yaml"
    game.write_text(game.read_text().replace("alder", "aldre"))
    assert refused(islands, "fame", "renown").endswith("(alder)")


@pytest.mark.parametrize("file", [*THERE, "scenarios/new.yaml", "bots/pilot.yaml", "cards/voyage.yaml"])
@pytest.mark.parametrize("half", [b"a: [b,\n", b"a:\n\tb: c\n", b"a: \xff\n"])
def test_a_file_that_is_no_yaml_is_named_with_the_place_in_it(islands: Path, file: str, half: bytes) -> None:
    path = islands / file
    path.write_bytes(half)
    before = contents(islands)
    for command in (
        lambda: Renaming(MentionIndex(str(islands)), "fame", "renown"),
        lambda: GameFormatter(str(islands)),
    ):
        with pytest.raises(RulebookError) as raised:
            command()
        where = raised.value.problems[0].where
        assert where.file == str(path) and where.line > 0 and where.column > 0
    assert contents(islands) == before


def test_a_text_that_repeats_what_a_variant_changes_follows(islands: Path) -> None:
    variant = islands / "variants" / "windy.yaml"
    variant.write_text(
        variant.read_text().replace(
            "at: cards/storm/event, from: move all boats from Alder to Birch",
            "at: cards/ebb/event, from: lower fame of reed",
        )
    )
    with (islands / "cards" / "more.yaml").open("a") as cards:
        cards.write("  - {id: ebb, title: Ebb, event: lower fame of reed}\n")
    rename(islands, "fame", "renown")
    assert "from: lower renown of reed, to: lower renown of stone" in variant.read_text()


def test_a_line_that_a_variant_changes_follows(islands: Path) -> None:
    variant = islands / "variants" / "windy.yaml"
    variant.write_text(
        variant.read_text().replace(
            "- {at: cards/storm/event, from: move all boats from Alder to Birch, to: lower fame of stone}",
            """- {at: cards/ebb/event, line: "lower fame of reed", to: lower fame of stone}
  - at: cards/ebb/event
    line: |
      if fame of reed is 1:
          raise fame of reed
    to: |
      if fame of reed is 2:
        raise fame of reed""",
        )
    )
    with (islands / "cards" / "more.yaml").open("a") as cards:
        cards.write("""  - id: ebb
    title: Ebb
    event: |
      lower fame of reed    # fame
      if fame of reed is 1:    # so
        raise fame of reed
""")
    before = contents(islands)
    rename(islands, "fame", "renown")
    after = variant.read_text()
    assert after.count("renown of") == 7
    assert "fame of" not in after
    assert "lower renown of reed    # fame" in (islands / "cards" / "more.yaml").read_text()
    rename(islands, "renown", "fame")
    assert contents(islands) == before


def test_what_has_a_title_is_called_by_it_still(islands: Path) -> None:
    rename(islands, "birch", "pine")
    assert "event: move all boats from Alder to Birch" in (islands / "cards" / "voyage.yaml").read_text()
    assert "{id: pine, title: Birch" in (islands / "map.yaml").read_text()


def test_a_file_that_was_changed_meanwhile_is_not_overwritten(islands: Path) -> None:
    renaming = Renaming(MentionIndex(str(islands)), "fame", "renown")
    with (islands / "map.yaml").open("a") as file:
        file.write("# mine\n")
    before = contents(islands)
    with pytest.raises(RulebookError, match="changed by somebody else"):
        renaming.write()
    assert contents(islands) == before


def test_where_a_hole_would_take_the_name_is_told_to_the_letter(islands: Path) -> None:
    words = islands / "vocabulary.yaml"
    words.write_text(words.read_text().replace("repeat n times:", "repeat n + day - day times:"))
    with pytest.raises(RulebookError) as raised:
        Renaming(MentionIndex(str(islands)), "day", "n")
    (problem,) = raised.value.problems
    assert problem.message.endswith("`day` is a track here, and would be the hole `{n}` of this wording")
    line = words.read_text().split("\n")[problem.where.line - 1]
    assert problem.where.file == str(words) and problem.excerpt == line
    assert problem.where.column - 1 == line.index("day") and problem.length == len("day")


def test_of_two_texts_in_a_line_the_right_one_is_told(islands: Path) -> None:
    """Its place is found again although the other one, which stands before it, has become longer or shorter."""
    sequence = islands / "sequence.yaml"
    words = '[{say: a new day dawns, do: raise day}, {say: "so {n} often", do: "repeat n + day times: sail out"}]'
    sequence.write_text(f"{sequence.read_text()}\nwords: {words}\n")
    with pytest.raises(RulebookError) as raised:
        Renaming(MentionIndex(str(islands)), "day", "n")
    (problem,) = raised.value.problems
    assert problem.excerpt == f"words: {words}" and problem.where.column - 1 == problem.excerpt.index("day times")


TRICKS = {
    "game.yaml": """
id: tricks
title: Tricks
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
decks:
  - deck: rank
    attributes: {value: number}
    cards: [{id: two, title: The Two, value: 2}, {id: four, title: The Four, value: 4}]
zones:
  - {id: hand, title: Hand, face: nobody, starts with: [rank]}
  - {id: pile, title: Pile, face: everyone}
start: |
  move four to pile
  as red:
    move two to pile
    tell "with pile: {value of two} on {cards in pile} and {value of (first of cards in pile)}"
  end the game, nobody wins, because "done"
""",
    "text/de.yaml": """
language: de
for: tricks
tell:
  "with pile: {value of two} on {cards in pile} and {value of (first of cards in pile)}": >
    pile: {value of (first of cards
    in pile)}, {cards in pile}, {value of two}
""",
    "scenarios/all.yaml": """
- name: two is told
  then:
    - log has: {what: tell, says: "with pile: 2 on four, two and 4"}
""",
}


def test_sentences_that_the_rules_tell_keep_their_translations(tmp_path: Path) -> None:
    for name, text in TRICKS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    before = contents(tmp_path)
    for old, new in (("pile", "heap"), ("two", "deuce"), ("value", "worth")):
        rename(tmp_path, old, new)
    after = {name: data.decode() for name, data in contents(tmp_path).items()}
    sentence = "with pile: {worth of deuce} on {cards in heap} and {worth of (first of cards in heap)}"
    assert f'tell "{sentence}"' in after["game.yaml"]
    assert after["text/de.yaml"].endswith(
        f'"{sentence}": >\n'
        "    pile: {worth of (first of cards\n"
        "    in heap)}, {cards in heap}, {worth of deuce}\n"
    )
    assert 'says: "with pile: 2 on four, deuce and 4"' in after["scenarios/all.yaml"]
    game = load(tmp_path)
    assert not game.check_sentences()
    told = game.rulebook.player_texts.told
    assert [sorted(each) for each in told.values()] == [["de", "en"]]
    for old, new in (("pile", "heap"), ("two", "deuce"), ("value", "worth")):
        rename(tmp_path, new, old)
    assert contents(tmp_path) == before


def test_a_translation_is_not_lost(tmp_path: Path) -> None:
    for name, text in TRICKS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    german = tmp_path / "text" / "de.yaml"
    german.write_text(
        german.read_text("utf-8").replace('"with pile: {value', '"with pile: {v\\x61lue'), encoding="utf-8"
    )
    before = contents(tmp_path)
    with pytest.raises(RulebookError, match="no `tell` in the rules has the sentence"):
        rename(tmp_path, "value", "worth")
    assert contents(tmp_path) == before


SUITS = """
id: suits
title: Suits
seats: [{id: ann, title: Ann}, {id: bob, title: Bob}]
zones: [{id: pile, title: Pile, face: everyone, starts with: [main]}]
decks:
  - deck: main
    attributes: {suit: [red, blue]}
    cards: [{id: one, title: One, suit: red}, {id: two, title: Two, suit: blue}]
variables: [{id: trump, is: suit}]
start: |
  as ann:
    choose a suit, as wish
    call wish
words:
  - say: call {suit}
    do: set trump to suit
  - say: "worth of {card} in {asked: suit}"
    means: (2 if suit of card is asked, otherwise 1)
  - {say: "count {suits}", do: stop}
bends: [{after: "call {suit}", do: stop}]
text:
  de: {words: {"call {suit}": "nenne {suit}"}}
"""


def test_holes_of_wordings_follow_the_column_that_is_their_type(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(SUITS, encoding="utf-8")
    Renaming(MentionIndex(str(tmp_path)), "suit", "colour").write()
    text = (tmp_path / "game.yaml").read_text("utf-8")
    for line in (
        "say: call {colour}",
        "do: set trump to colour",
        'say: "worth of {card} in {asked: colour}"',
        "means: (2 if colour of card is asked, otherwise 1)",
        'say: "count {colours}"',
        'after: "call {colour}"',
        'de: {words: {"call {colour}": "nenne {colour}"}}',
    ):
        assert line in text
    load(tmp_path)
