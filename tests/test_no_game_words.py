"""The interpreter knows no game: no word of any game in `rules/` stands in `interpreter/` or `cli/`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

from tests.sources import ROOT, paths_of, source_of

WORD = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+")
"""A word in prose or in a name: `cube_pool`, `CubePool` and `CUBE_POOL` are two each."""

SHORTEST_OF_PROSE = 4
SHORTEST_OF_AN_ID = 3

LANGUAGE = set(
    """
    block box card choose deck draw enemy event face first flag from game group highest kind last list many move
    number only opponent out place playable player reveal room score set space suit supply take then track turn use
    value watch when where while wild your zone
    """.split()  # noqa: SIM905  words read better so
)
"""Words of the file formats and of the effect language: every game is written with them."""

ENGLISH = set(
    """
    action active advance advanced after against alone also another anywhere apply around aside attempt available
    away back become begin being beside between blue board bonu break bring building call carry cast cause centre
    chance change character chosen clean clear closing club collect colour combined come contender control copy cost
    count counter cycle deal decide different dimension discard display done down drawn drop each east eight empty
    ending enough equal even execution extra fall field final find five flip follow following forget form found four
    full gain general give giving goal growing guard hand hang haven held help hold holding home into judge just
    keep laid lead least leave left level look lose lost make mark marker match miss missed more narrow near needed
    next nine nobody none numbered occupied offered often once open operation order other over page pair part pick
    pile play played playing point pool position power prepare presence present price problem public pushed raise
    rank reach red refresh region remain removal remove removed renew replace reserve resolve return returned round
    second secret select send serve settle seven share short show side single site six size slot small something
    south special spend spent spread stack stand standing starting step still strategy strength support swap table
    taken target ten that the their there they those three tied token true turned twin two under until unused used
    ville waiting west what which white whole whom whose widen will without worth
    """.split()  # noqa: SIM905  words read better so
)
"""Words that a game has in a phrase or a title, and programs and their comments in the plain sense."""

OUTSIDE = re.compile(
    r"NO_COLOR|rich\.color\w*|\bcolor_system\b|\bColor(?:System|Triplet)?\b|\bcolor(?==|\")"
    r"|ansi_color|border_title|post_message|WebAssembly|snippet_support|\.cast\(|GENERAL_SUM|DejaVu Sans"
    r"|\bnul\|aux\|com\b"
)
"""Names that others have given to things of theirs."""


def words(text: str) -> Iterator[str]:
    """The words of the text in small letters, plurals as singulars."""
    for found in WORD.findall(text):
        word = found.casefold()
        yield word.removesuffix("s") if len(word) > SHORTEST_OF_AN_ID and not word.endswith("ss") else word


def long_words(text: str, shortest: int) -> set[str]:
    return {word for word in words(text) if len(word) >= shortest}


def of_ids(*ids: object) -> set[str]:
    return {word for found in ids if isinstance(found, str) for word in long_words(found, SHORTEST_OF_AN_ID)}


def game_words(data: object) -> set[str]:
    """The ids, words of titles and words of vocabulary in a file of a game."""
    if isinstance(data, list):
        return {word for item in data for word in game_words(item)}
    if not isinstance(data, dict):
        return set()
    found: set[str] = set()
    for key, value in data.items():
        if key == "source":
            continue
        match key, value:
            case "id" | "deck" | "one" | "many", str():
                found |= of_ids(value)
            case "title", str() | dict():
                for title in [value] if isinstance(value, str) else value.values():
                    found |= long_words(title, SHORTEST_OF_PROSE)
            case "say", str() | list():
                for pattern in [value] if isinstance(value, str) else value:
                    found |= long_words(re.sub(r"\{.*?\}|\(\w+\)", " ", pattern), SHORTEST_OF_PROSE)
            case "is", list():
                found |= of_ids(*value)
            case "attributes" | "groups" | "gives" | "names", dict():
                found |= of_ids(*value)
        found |= game_words(value)
    return found


@cache
def files_of_games() -> list[tuple[Path, object]]:
    """All files of the games but their scenarios, and what is in each."""
    paths = (path for path in sorted((ROOT / "rules").rglob("*.yaml")) if path.parent.name != "scenarios")
    return [(path, yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)) for path in paths]


@cache
def all_game_words() -> dict[str, Path]:
    """Each word of each game, with one file that has it."""
    return {word: path for path, data in files_of_games() for word in game_words(data)}


def places_of(asked: set[str]) -> dict[str, list[str]]:
    """The lines of the program in which each of these words stands."""
    found: dict[str, list[str]] = {}
    for room in ("interpreter", "cli"):
        for path in sorted([*(ROOT / room).rglob("*.py"), *(ROOT / room).rglob("*.lark")]):
            text = OUTSIDE.sub(" ", path.read_text(encoding="utf-8"))
            if asked.isdisjoint(words(text)):
                continue
            for number, line in enumerate(text.splitlines(), start=1):
                for word in asked & set(words(line)):
                    found.setdefault(word, []).append(f"{path.relative_to(ROOT)}:{number}")
    return found


def test_no_word_of_a_game_in_the_interpreter() -> None:
    of_games = {word: path for word, path in all_game_words().items() if word not in LANGUAGE | ENGLISH}
    found = places_of(set(of_games))
    assert not found, "\n".join(
        f"{word!r}, a word of {of_games[word].relative_to(ROOT)}: {', '.join(places[:5])}{' …' * (len(places) > 5)}"
        for word, places in sorted(found.items())
    )


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("cube = 3", "cube"),
        ("# the Commune moves first", "commune"),
        ("class DiscSupply:", "disc"),
        ("first_barricades()", "barricade"),
        ("if MOMENTUM:", "momentum"),
        ('"military"', "military"),
    ],
)
def test_a_game_word_is_seen_in_a_line(line: str, word: str) -> None:
    assert word in set(words(line)) & set(all_game_words())
    assert word not in LANGUAGE | ENGLISH


EXCUSED = {
    "one two three four five six seven eight nine ten": "numerals that are no numbers of the language",
    "chosen first_player held_back p table value": "a field of a document, parts of the grammar, a kind of player",
    "points uses drawn present": "fields of the lab's documents",
    "black blue brown green grey orange pink purple red teal white yellow": "names of colours",
    "token": "a field of a page's first message",
    "offered": "what can happen to an option",
    "kind": "a field of the model, of what a variable and an attribute are",
    "north east south west": "directions of a board",
    "starting": "a word of the language, before the player who begins",
    "hand": "a word of the language, of the best cards of some",
    "club": "a player of the strength of a club",
}
"""Ids of games that are strings of the interpreter as well, and mean something else there."""


def ids_of_games(data: object) -> Iterator[str]:
    """The ids in a file of a game, and the names of values."""
    if isinstance(data, list):
        for item in data:
            yield from ids_of_games(item)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from ids_of_games(value)
            if key in ("id", "deck") and isinstance(value, str):
                yield value
            elif key == "attributes" and isinstance(value, dict):
                yield from value
                yield from (name for kind in value.values() if isinstance(kind, list) for name in kind)


def words_of_the_formats() -> set[str]:
    """Words of JSON Schema and of the language's grammar, which are the same for every game."""
    grammar = ROOT / "interpreter" / "language" / "reading" / "core.lark"
    found = set(re.findall(r'"(\w+)"', grammar.read_text(encoding="utf-8")))

    def gather(data: object) -> None:
        if isinstance(data, list):
            for item in data:
                gather(item)
        elif isinstance(data, dict):
            found.update(data.get("properties", ()))
            found.update(name for name in data.get("enum", ()) if isinstance(name, str))
            found.update(name for name in (data.get("const"),) if isinstance(name, str))
            for value in data.values():
                gather(value)

    for path in (ROOT / "schemas").glob("*.json"):
        gather(json.loads(path.read_text(encoding="utf-8")))
    return found


def test_no_string_of_the_interpreter_is_an_id_of_a_game() -> None:
    """English words excuse a comment; a string that is an id to the letter needs an excuse of its own."""
    ids = {name for _, data in files_of_games() for name in ids_of_games(data)}
    ids -= words_of_the_formats().union(*map(str.split, EXCUSED))
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text!r}"
        for path in paths_of("interpreter", "cli")
        for line, text in source_of(path).strings
        if text in ids
    ]
    assert found == []
