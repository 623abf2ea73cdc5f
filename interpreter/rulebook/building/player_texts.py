"""A reader for words and display settings for players: goals, colours, badges, questions, reasons, endings."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from interpreter.rulebook.board_picture import read_picture
from interpreter.rulebook.building.ids import IdTable
from interpreter.rulebook.model import Attribute, BoxGroup, Deck, Map, Title
from interpreter.rulebook.player_words import BoardPicture, ComponentForm, PlayerTexts, Sentence
from interpreter.rulebook.schema.documents import Documents
from interpreter.rulebook.source.library import LANGUAGE_CODE
from interpreter.rulebook.source.nodes import YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.text import spaced_evenly, standalone_text

SENTENCE_SECTIONS = ("about", "goal", "ask", "why", "because", "tell")
"""Sections of a language file that contain sentences; all but `tell` are fields of game.yaml, too."""
_SINGLE_SENTENCES = ("about", "goal")
"""Sections that can be a single sentence."""
EVERYBODY = "all"
"""Key of the single sentence, such as the goal of everybody, where it stands in a mapping."""
QUESTION = "question"
QUESTION_PARTS = (QUESTION, "stop", "none")
"""Parts of an entry of `ask`: the question, and words for the ways out."""
COLOURS = (
    "red", "blue", "green", "yellow", "orange", "purple", "brown", "pink", "teal", "white", "grey", "black"
)  # fmt: skip
"""Names of colours; others are written as `#rrggbb`."""
TOLD = re.compile(r'\btell\s+"([^"\n]*)"')
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_COLOURED = ("seat", "side", "piece", "box", "space", "deck")
_LISTED = ("track", "box", "zone", "variable")

SentencePath = tuple[str, str, str]
"""Place of a sentence: section, key, and the part of a question."""


def find_sentences(root: YamlMapping) -> dict[SentencePath, Sentence]:
    """Return the sentences of game.yaml by place; of a language file, with its texts as English ones."""
    found: dict[SentencePath, Sentence] = {}
    for section in SENTENCE_SECTIONS:
        node = root.get(section)
        if section in _SINGLE_SENTENCES and (isinstance(node, YamlScalar) or _is_by_language(node)):
            found[section, "", ""] = _sentence(node)
            continue
        for key, value in node.entries() if isinstance(node, YamlMapping) else ():
            if section != "ask":
                everybody = section in _SINGLE_SENTENCES and key.data == EVERYBODY
                place = "" if everybody else spaced_evenly(key.text) if section == "tell" else key.text
                found[section, place, ""] = _sentence(value)
            elif isinstance(value, YamlMapping) and not value.values.keys().isdisjoint(QUESTION_PARTS):
                found |= {(section, key.text, part): _sentence(each) for part, each in value.values.items()}
            else:
                found[section, key.text, QUESTION] = _sentence(value)
    return {path: sentence for path, sentence in found.items() if sentence.get("en")}


def told_sentences(documents: Documents) -> dict[SentencePath, Sentence]:
    """Return the sentences that the rules tell players, by place: their key is the sentence itself."""
    strings = (text for _, root in documents.kinds_and_roots() for text in _strings(root.data) if "tell" in text)
    said = (spaced_evenly(found) for text in strings for found in TOLD.findall(text))
    return {("tell", sentence, ""): {"en": standalone_text([sentence])} for sentence in said}


def _strings(data: object) -> Iterator[str]:
    """Yield the texts in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for each in data.values() if isinstance(data, dict) else data:
            yield from _strings(each)


def sentences_of(texts: PlayerTexts, about: Title) -> dict[SentencePath, Sentence | Title]:
    """Return the sentences of a game by place, including what it is about."""
    found: dict[SentencePath, Sentence | Title] = {("about", "", ""): about} if about.get("en") else {}
    found |= {("ask", key, part): each for key, parts in texts.questions.items() for part, each in parts.items()}
    plain = {"goal": texts.goals, "why": texts.refusals, "because": texts.endings, "tell": texts.told}
    return found | {(name, key, ""): each for name, sentences in plain.items() for key, each in sentences.items()}


def _is_by_language(node: YamlNode | None) -> bool:
    return isinstance(node, YamlMapping) and "en" in node.values


def _sentence(node: YamlNode | None) -> Sentence:
    if isinstance(node, YamlMapping):
        return {language: each.text for language, each in node.values.items() if isinstance(each, YamlScalar)}
    return {"en": node.text} if isinstance(node, YamlScalar) and node.data is not None else {}


def read_player_texts(
    game: YamlMapping,
    folder: str,
    board: Map,
    groups: Iterable[BoxGroup],
    decks: Iterable[Deck],
    names: IdTable,
    told: dict[SentencePath, Sentence],
    is_varied: bool,
) -> PlayerTexts:
    """Return the words and display settings for players in a game.yaml, and the sentences that the rules tell.

    With variants, mistakes in the game's own file aren't reported, because a variant may have removed what it names.
    """
    columns = {
        "spaces": board.all_attributes,
        "cards": {key: each for deck in decks for key, each in deck.attributes.items()},
        "pieces": dict[str, Attribute](),
    }
    declared = [*columns.values(), *(group.attributes for group in groups)]
    values = {word for each in declared for column in each.values() for word in (*column.values, column.none) if word}
    reader = _PlayerTextReader(game, folder, names, is_varied)
    reader.check_languages()
    sentences = find_sentences(game)
    show = game.section("show")
    questions: dict[str, dict[str, Sentence]] = {}
    for (section, key, part), sentence in sentences.items():
        if section == "ask":
            questions.setdefault(key, {})[part] = sentence
    return PlayerTexts(
        goals=reader.goals({key: each for (section, key, _), each in sentences.items() if section == "goal"}),
        colours=reader.colours(values),
        badges={kind: reader.badges(show, kind, known) for kind, known in columns.items()},
        needed=reader.listed(show, "needed"),
        secondary=reader.listed(show, "secondary"),
        questions=questions,
        refusals={key: each for (section, key, _), each in sentences.items() if section == "why"},
        endings={key: each for (section, key, _), each in sentences.items() if section == "because"},
        told={key: each for (_, key, _), each in told.items()},
        image=reader.image(),
        forms=reader.forms(),
    )


class _PlayerTextReader:
    def __init__(self, game: YamlMapping, folder: str, names: IdTable, is_varied: bool) -> None:
        self._game = game
        self._folder = folder
        self._names = names
        self._is_varied = is_varied

    def _is_reported(self, node: YamlNode) -> bool:
        """Return True if a mistake at a node is reported: one that no variant can have caused."""
        is_own = node.source is self._game.source
        return not (self._is_varied and (is_own or node.data in self._names.removed_ids))

    def check_languages(self) -> None:
        """Report sentences by language without English, and questions with an unknown part."""
        goal = self._game.section("goal")
        for key in goal.keys.values() if _is_by_language(goal) else ():
            if LANGUAGE_CODE.fullmatch(key.data) is None:
                message = f"a sentence by language has only languages; `{key.data}` is none"
                self._names.problems.add(key, "bad-language", message)
        for _, value in self._game.section("ask").entries():
            if not isinstance(value, YamlMapping) or value.damaged:
                continue
            parted = not value.values.keys().isdisjoint(QUESTION_PARTS)
            for key in value.keys.values():
                if not (key.data in QUESTION_PARTS if parted else LANGUAGE_CODE.fullmatch(key.data)):
                    message = f"unknown field `{key.data}`"
                    self._names.problems.add(key, "unknown-field", message, key.data, QUESTION_PARTS)
                    break
            else:
                if not parted and "en" not in value.values:
                    self._names.problems.add(value, "missing-field", "the field `en` is missing here")

    def goals(self, sentences: dict[str, Sentence]) -> dict[str, Sentence]:
        """Return the goals of seats and sides that exist."""
        node = self._game.section("goal")
        found = {}
        for key, sentence in sentences.items():
            if not key or self._refers(node.keys[key], key, "seat", "side"):
                found[key] = sentence
        return found

    def colours(self, values: set[str]) -> dict[str, str]:
        """Return the colours by id or value of an attribute."""
        found: dict[str, str] = {}
        for key, node in self._game.section("colour").entries():
            name, colour = str(key.data), str(node.data)
            if name not in values and not self._refers(key, name, *_COLOURED, also=values):
                continue
            if colour in COLOURS or _HEX.fullmatch(colour):
                found[name] = colour.lower()
            else:
                message = f"`{colour}` is no colour: it is {', '.join(COLOURS)} or `#rrggbb`"
                self._names.problems.add(node, "unknown-value", message, colour, COLOURS)
        return found

    def badges(self, show: YamlMapping, kind: str, known: dict[str, Attribute]) -> tuple[str, ...]:
        """Return the attributes of a kind that are badges."""
        found = []
        for node in self._once(show, kind):
            if node.data in known:
                found.append(str(node.data))
            elif self._is_reported(node) and not self._names.incomplete_kinds:
                message = f"{kind} have no attribute `{node.data}`" if known else f"{kind} have no attributes here"
                self._names.problems.add(node, "unknown-attribute", message, str(node.data), known)
        return tuple(found)

    def listed(self, show: YamlMapping, field: str) -> tuple[str, ...]:
        """Return the things in a list of tracks, boxes, zones and variables."""
        return tuple(str(node.data) for node in self._once(show, field) if self._refers(node, str(node.data), *_LISTED))

    def _once(self, show: YamlMapping, field: str) -> list[YamlNode]:
        """Return the entries of a list; one that is there twice is reported."""
        seen: dict[str, YamlNode] = {}
        for node in show.list_items(field):
            if node.data in seen:
                self._names.problems.add(node, "value-twice", f"`{node.data}` is in the list twice")
            seen.setdefault(str(node.data), node)
        return [*seen.values()]

    def _refers(self, node: YamlNode, name: str, *kinds: str, also: Iterable[str] = ()) -> bool:
        """Return True if a name is the id of a thing of one of the kinds; report it if not."""
        if self._is_reported(node):
            return self._names.check_reference(node, name, *kinds, also=also)
        return any(name in self._names.of_kind(kind) for kind in kinds)

    def forms(self) -> dict[str, ComponentForm]:
        """Return the forms of kinds of pieces and of decks that are printed as counters, by id."""
        found: dict[str, ComponentForm] = {}
        for form, things in self._game.section("print").entries():
            kinds = ("piece", "deck") if form.data == "counters" else ("piece",)
            for key, node in things.entries() if isinstance(things, YamlMapping) else ():
                name = str(key.data)
                if not self._refers(key, name, *kinds):
                    continue
                if name in found:
                    message = f"`{name}` is among the {found[name].name} already; it has one form"
                    self._names.problems.add(key, "value-twice", message)
                    continue
                width, _, height = str(node.data).partition("x")
                found[name] = ComponentForm(str(form.data), int(width), int(height or width))
        return found

    def image(self) -> BoardPicture | None:
        """Return the picture of the board, if it is a harmless one in the game's folder or its variant's."""
        node = self._game.get("image")
        if node is None:
            return None
        own = os.path.dirname(node.source.path) or os.curdir
        is_inside = os.path.commonpath(list(map(os.path.realpath, (own, self._folder)))) == os.path.realpath(
            self._folder
        )
        read = read_picture(self._folder if is_inside else own, str(node.data), node, self._names.problems)
        return None if read is None else read[0] if is_inside else replace(read[0], folder=own)
