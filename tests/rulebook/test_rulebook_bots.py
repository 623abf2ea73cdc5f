"""Bots as tables, and names in other languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.building.translated_texts import untranslated_counts
from interpreter.support.errors import RulebookError

BOT = """\
id: cautious
seat: white
title: {en: Cautious, ru: Осторожный}
tables:
  - answers: [place, replace]
    title: Where to place
    keep:
      - {that: it is south, source: rulebook}
      - {highest: guards in it}
      - {lowest: "guards of you in it", source: ours}
  - answers: [remove, place]
    first:
      - {when: lead of you is 1, choose: remove}
      - {choose: place}
words:
  - {say: "{space} is far", when: space is tower}
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder


def told(folder: Path) -> str:
    with pytest.raises(RulebookError) as caught:
        load_rulebook(folder)
    return str(caught.value).replace(f"{folder}/", "")


def test_what_a_bot_says(folder: Path) -> None:
    book = load_rulebook(write(folder, "bots/cautious.yaml", BOT))
    (bot,) = book.bots
    assert (bot.id, bot.seat, bot.title["ru"]) == ("cautious", "white", "Осторожный")
    keep, first = bot.tables
    assert (keep.kind, keep.answers, keep.title["en"]) == ("keep", ("place", "replace"), "Where to place")
    assert [(row.kind, row.text, row.choose, row.source) for row in keep.rows] == [
        ("that", "it is south", None, "rulebook"),
        ("highest", "guards in it", None, None),
        ("lowest", "guards of you in it", None, "ours"),
    ]
    assert [(row.kind, row.text, row.choose) for row in first.rows] == [
        ("when", "lead of you is 1", "remove"),
        ("when", None, "place"),
    ]
    assert keep.rows[0].text is not None
    assert str(keep.rows[0].text.where).endswith("bots/cautious.yaml:8:16")
    assert "{space} is far" in [say for word in book.words for say in word.says]


def test_a_bot_for_any_seat(folder: Path) -> None:
    book = load_rulebook(write(folder, "bots/cautious.yaml", BOT.replace("seat: white", "seat: any")))
    assert book.bots[0].seat is None


def test_a_bot_that_is_there_only_with_a_variant(folder: Path) -> None:
    write(folder, "variants/night.yaml", "id: night\ntitle: Night\nfor: sample\n")
    write(folder, "bots/cautious.yaml", BOT + "with: [night]\n")
    assert load_rulebook(folder).bots == ()
    assert "{space} is far" not in [say for word in load_rulebook(folder).words for say in word.says]
    assert [bot.id for bot in load_rulebook(folder, variants=["night"]).bots] == ["cautious"]
    write(folder, "bots/cautious.yaml", BOT + "with: [nigth]\n")
    assert "bots/cautious.yaml:17:8: error: there is no variant `nigth` of this game" in told(folder)


def test_an_overlay_changes_a_row(folder: Path) -> None:
    write(folder, "bots/cautious.yaml", BOT)
    overlay = """\
id: night
title: Night
for: sample
change:
  - {at: bots/cautious/tables/Where to place/keep/2/highest, from: guards in it, to: stones in it}
remove: [bots/cautious/tables/2/first/1]
add:
  bots/cautious/words: [{say: "{space} is near", when: space is gate}]
"""
    book = load_rulebook(write(folder, "variants/night.yaml", overlay), variants=["night"])
    keep, first = book.bots[0].tables
    assert [row.text for row in keep.rows] == ["it is south", "stones in it", "guards of you in it"]
    assert len(first.rows) == 1
    assert "{space} is near" in [say for word in book.words for say in word.says]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "seat: white",
            "seat: whit",
            "bots/cautious.yaml:2:7: error: there is no seat with the id `whit`\n"
            "    seat: whit\n          ^^^^\n    did you mean white?",
        ),
        (
            "choose: remove",
            "choose: remov",
            "bots/cautious.yaml:13:42: error: `remov` isn't one of the table's answers: remove, place\n"
            "          - {when: lead of you is 1, choose: remov}\n"
            "                                             ^^^^^\n    did you mean remove?",
        ),
        (
            "- {choose: place}",
            "- {choose: place}\n      - {when: lead of you is 2, choose: place}",
            "bots/cautious.yaml:15:9: error: this row is never reached: the one in line 14 takes `place` whenever it "
            "is on offer\n          - {when: lead of you is 2, choose: place}\n            ^",
        ),
        (
            "answers: [remove, place]\n    first:\n"
            "      - {when: lead of you is 1, choose: remove}\n      - {choose: place}",
            "answers: [place]\n    keep: [{that: it is north}]",
            "bots/cautious.yaml:11:14: error: `place` is already answered by the table in line 5\n"
            "      - answers: [place]\n                 ^",
        ),
        (
            "{when: lead of you is 1, choose: remove}",
            "{if: lead of you is 1, then: remove}",
            "bots/cautious.yaml:13:10: error: unknown field `if`\n"
            "          - {if: lead of you is 1, then: remove}\n             ^^\n    did you mean when?\n"
            "bots/cautious.yaml:13:32: error: unknown field `then`\n"
            "          - {if: lead of you is 1, then: remove}\n"
            "                                   ^^^^\n    did you mean choose?",
        ),
        (
            "{highest: guards in it}",
            "{hihgest: guards in it}",
            "bots/cautious.yaml:9:10: error: unknown field `hihgest`\n"
            "          - {hihgest: guards in it}\n             ^^^^^^^\n    did you mean highest?",
        ),
        (
            "{highest: guards in it}",
            "{highest: guards in it, lowest: guards in it}",
            "bots/cautious.yaml:9:33: error: only one of `that`, `only`, `highest`, `lowest` is allowed here\n"
            "          - {highest: guards in it, lowest: guards in it}\n                                    ^^^^^^",
        ),
        (
            "{that: it is south, source: rulebook}",
            "{when: it is south, source: rulebook}",
            "bots/cautious.yaml:8:10: error: a row under `keep` has no `when`; `that` keeps the candidates that meet a "
            "condition\n          - {when: it is south, source: rulebook}\n             ^^^^\n    did you mean that?",
        ),
        (
            "{highest: guards in it}",
            "{when: lead of you > 1, highest: guards in it}",
            "bots/cautious.yaml:9:10: error: a row under `keep` has no `when`: `highest: (guards in it if lead of you "
            "> 1, otherwise 0)` has its condition in the number\n"
            "          - {when: lead of you > 1, highest: guards in it}\n             ^^^^",
        ),
        (
            "answers: [remove, place]",
            "answers: [remove or place]",
            "bots/cautious.yaml:11:14: error: each label is an answer of its own\n      - answers: [remove or place]\n"
            "                 ^\n    did you mean `[remove, place]`?",
        ),
        (
            "answers: [remove, place]",
            "answers: remove, place",
            "bots/cautious.yaml:11:14: error: expected a list, found text (`answers`)\n      - answers: remove, place\n"
            "                 ^^^^^^^^^^^^^\n    did you mean `[remove, place]`?",
        ),
    ],
)
def test_mistakes_in_a_bot(folder: Path, old: str, new: str, message: str) -> None:
    assert old in BOT
    assert told(write(folder, "bots/cautious.yaml", BOT.replace(old, new))) == message


def test_two_bots_of_one_id(folder: Path) -> None:
    write(folder, "bots/a.yaml", "id: a\nseat: white\ntables: []\n")
    assert "bots/b.yaml:1:5: error: there is already a bot `a`" in told(
        write(folder, "bots/b.yaml", "id: a\nseat: black\ntables: []\n")
    )


def test_names_in_another_language(folder: Path) -> None:
    before = load_rulebook(folder)
    text = """\
names: {gate: Porte, courage: Courage, watch: Garde, sample: Exemple, white: Blanc, main: Paquet}
labels: {b: poser}
"""
    book = load_rulebook(write(folder, "text/fr.yaml", text))
    assert book.title == {"en": "Sample", "ru": "Пример", "fr": "Exemple"}
    assert book.map.spaces[0].title == {"en": "Gate", "fr": "Porte"}
    assert book.tracks[2].names["white"][1] == {"en": "Courage", "fr": "Courage"}
    assert (book.cards[0].title["fr"], book.decks[0].title["fr"], book.seats[0].title["fr"]) == (
        "Garde",
        "Paquet",
        "Blanc",
    )
    assert book.labels["fr"]["b"] == "poser"
    assert book.digest == before.digest


def test_the_title_of_a_thing_comes_first(folder: Path) -> None:
    book = load_rulebook(write(folder, "text/ru.yaml", "names: {sample: Образец, gate: Ворота}\n"))
    assert (book.title["ru"], book.map.spaces[0].title["ru"]) == ("Пример", "Ворота")


def test_names_that_are_missing(folder: Path) -> None:
    everything = sum(untranslated_counts(load_rulebook(folder)).values()) + 2  # the game and one card have theirs
    write(folder, "text/fr.yaml", "names: {gate: Porte}\n")
    book = load_rulebook(write(folder, "text/de.yaml", "names: {}\n"))
    assert untranslated_counts(book) == {"de": everything, "fr": everything - 1, "ru": everything - 2}


def test_names_of_things_that_a_variant_takes_out(folder: Path) -> None:
    write(folder, "text/fr.yaml", "names: {watch: Garde}\n")
    write(folder, "variants/night.yaml", "id: night\ntitle: Night\nfor: sample\nremove: [cards/watch]\n")
    assert [card.id for card in load_rulebook(folder, variants=["night"]).cards] == ["dawn", "dusk"]


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (
            "text/fr.yaml",
            "names: {gaet: Porte}\n",
            "text/fr.yaml:1:9: error: there is no thing with the id `gaet`\n"
            "    names: {gaet: Porte}\n            ^^^^\n    did you mean gate?",
        ),
        (
            "text/fr.yaml",
            "labels: {burned: flambant, a: premier}\nnames: {}\n",
            "text/fr.yaml:1:10: error: no text has a label `burned`\n"
            "    labels: {burned: flambant, a: premier}\n             ^^^^^^\n    did you mean burnt?",
        ),
        (
            "text/french.yaml",
            "names: {gate: Porte}\n",
            "text/french.yaml: error: a file of names is named after its language, such as fr.yaml; `french` isn't one",
        ),
        (
            "text/fr.yaml",
            "names: {gate: 7}\n",
            "text/fr.yaml:1:15: error: expected text, found a number (`gate`); in quotes it is text\n"
            "    names: {gate: 7}\n                  ^\n    did you mean `'7'`?",
        ),
    ],
)
def test_mistakes_in_names(folder: Path, file: str, text: str, message: str) -> None:
    assert told(write(folder, file, text)) == message


ASTRAY = [
    (
        "      - {when: lead of you is 1, choose: remove}",
        "      - {that: it is south}",
        "bots/cautious.yaml:13:10: error: an entry with `that` belongs under `keep:`, not under `first:`",
    ),
    (
        "      - {that: it is south, source: rulebook}",
        "      - {choose: place}",
        "bots/cautious.yaml:8:10: error: an entry with `choose` belongs under `first:`, not under `keep:`",
    ),
    ("{when: lead of you", "{if: lead of you", "did you mean when?"),
    ("{that: it is south", "{if: it is south", "did you mean that?"),
    ("{highest: guards", "{most: guards", "did you mean highest?"),
]


@pytest.mark.parametrize(("row", "wrong", "message"), ASTRAY)
def test_a_row_with_the_words_of_other_rows(row: str, wrong: str, message: str, folder: Path) -> None:
    said = told(write(folder, "bots/cautious.yaml", BOT.replace(row, wrong)))
    assert message in said
    assert said.count("error:") == 1


@pytest.mark.parametrize(
    ("kind", "rows", "right"),
    [
        ("first", "[{highest: guards of you in it, source: ours}]", "keep"),
        ("first", "[{that: it is south}, {lowest: guards of you in it}]", "keep"),
        ("keep", "[{when: lead of you is 1, choose: remove}, {when: lead of you is 2, choose: remove}]", "first"),
        ("keep", "[{when: lead of you is 1, choose: remove}, {choose: place}]", "first"),
    ],
)
def test_all_rows_of_a_table_are_those_of_the_other_kind(kind: str, rows: str, right: str, folder: Path) -> None:
    table = f"  - answers: [remove, place]\n    title: Which\n    {kind}: {rows}\n"
    said = told(write(folder, "bots/cautious.yaml", f"{BOT.partition('tables:')[0]}tables:\n{table}"))
    field = rows[2:].partition(":")[0]
    assert f"error: entries with `{field}` belong under `{right}:`, not under `{kind}:`" in said
    assert said.count("error:") == 1 and f"did you mean `{right}`?" in said


def test_an_answer_that_the_rows_spell_right(folder: Path) -> None:
    cards = folder / "cards" / "main.yaml"
    rules = cards.read_text(encoding="utf-8").replace('either "a"', 'either "remove"').replace('or "b"', 'or "place"')
    cards.write_text(rules, encoding="utf-8")
    said = told(write(folder, "bots/cautious.yaml", BOT.replace("answers: [remove, place]", "answers: [move, place]")))
    assert "error: no decision has the answer `move`; a row of this table chooses `remove`" in said
    assert "did you mean `[remove, place]`?" in said and said.count("error:") == 1


def test_a_purpose_among_the_options_of_a_table(folder: Path) -> None:
    wrong = BOT.replace("  - answers: [remove, place]", "  - answers: [place]")
    said = told(write(folder, "bots/cautious.yaml", wrong))
    assert (
        '`place` isn\'t one of the answers to `may "place"`: yes, no; a `choose …, to place` is answered under `keep`'
        in said
    )
