"""The file of a language: every text of a game with the English beside it, written anew or put into what is there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import yaml

from interpreter.authoring.yaml_spans import Change, NoRoom, YamlText, entry
from interpreter.errors import shown
from interpreter.presentation.phrases import forms_needed
from interpreter.presentation.plurals import OTHER
from interpreter.rulebook.model import Phrase

INDENT = "  "
EMPTY = '""'
_PLAIN_KEY = re.compile(r"[a-z_][a-z0-9_-]*", re.ASCII)
_WORDS_OF_YAML = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


@dataclass(frozen=True, slots=True)
class Blank:
    """An entry of several texts, with its English: the keys of its `parts`, and those within these, if there are any.
    Without parts it is one text, of which the key itself tells all."""

    english: str
    parts: Mapping[str, Sequence[str]]


Groups = Mapping[str, Mapping[str, Phrase | Blank]]
"""English texts by key, by what the keys have in common."""


@dataclass(frozen=True, slots=True)
class Outdated:
    """A text beside which other English stands than the game has by now."""

    key: str
    line: int
    beside: str
    english: str


@dataclass(slots=True)
class Written:
    """A file's new content; how many texts were put in, how many there are of the game's, and how many are empty."""

    data: bytes = b""
    new: int = 0
    all: int = 0
    empty: int = 0
    outdated: list[Outdated] = field(default_factory=list)


def begun(head: str, sections: Mapping[str, Groups], lang: str) -> Written:
    """A new file, which begins with `head`."""
    parts = [f"{name}:\n{''.join(_body(groups, INDENT, lang))}" for name, groups in sections.items()]
    number = sum(len(texts) for groups in sections.values() for texts in groups.values())
    return Written("\n".join([head, *parts]).encode("utf-8"), number, number, number)


def completed(data: bytes, sections: Mapping[str, Groups], lang: str) -> Written:
    """A file that was read without mistakes, with what it lacks. What it says stays as it is, to the byte. Raises
    NoRoom where there is no place for more."""
    text = YamlText(data)
    if not isinstance(text.root, yaml.MappingNode) or text.root.flow_style:
        raise NoRoom(1)
    written, changes, behind = Written(), list[Change](), ""
    for name, groups in sections.items():
        node = entry(text.root, name)
        assert node is None or isinstance(node, yaml.MappingNode)
        there = {key.value for key, _ in node.value} if node is not None else set()
        missing = sum(key not in there for texts in groups.values() for key in texts)
        written.new += missing
        written.empty += missing
        written.all += sum(map(len, groups.values()))
        if node is None:
            behind += f"\n{name}:\n{''.join(_body(groups, INDENT, lang))}"
        elif node.value and not node.flow_style:
            changes += _put_in(text, node, groups, lang)
            changes += _beside(text, node, groups, written)
        else:
            changes.append(_spread(text, node, groups, lang, written))
    data = text.with_changes(changes)
    if behind:
        end = "" if data.endswith(b"\n") else text.newline
        data += (end + behind.replace("\n", text.newline)).encode("utf-8")
    written.data = data
    if written.outdated and changes:
        written.outdated = completed(data, sections, lang).outdated  # by the lines where they stand now
    return written


def keys_in(data: bytes, section: str) -> set[str]:
    """What a file that was read without mistakes has entries for in one of its sections."""
    found = entry(YamlText(data).root, section)
    return {key.value for key, _ in found.value} if isinstance(found, yaml.MappingNode) else set()


def _body(groups: Groups, indent: str, lang: str) -> Iterator[str]:
    """The lines of a section, a heading before each group."""
    begun = False
    for kind, texts in groups.items():
        if kind and texts:
            yield "\n" * begun + f"{indent}# {kind}\n"
        begun = begun or bool(texts)
        for key, english in texts.items():
            yield "".join(f"{line}\n" for line in _lines(key, english, indent, lang))


def _lines(key: str, english: Phrase | Blank, indent: str, lang: str) -> list[str]:
    """An empty text with the English beside it; one of several lines has it above."""
    name = _key(key)
    if isinstance(english, Blank):
        return _blank(name, english, indent)
    if isinstance(english, str):
        if "\n" not in english:
            return [f"{indent}{name}: {EMPTY}{_comment(english)}"]
        said = [f"{indent}# {shown(line)}".rstrip() for line in english.split("\n")]
        return [f"{indent}# several lines: write `|` for the quotes, and the lines below it, farther in", *said,
                f"{indent}{name}: {EMPTY}"]  # fmt: skip
    needed = forms_needed(lang)
    if needed == [OTHER]:
        return [f"{indent}{name}: {EMPTY}{_comment(english[OTHER])}"]
    told = [f"{indent}{INDENT}{form}: {EMPTY}{_comment(english.get(form, english[OTHER]))}" for form in needed]
    return [f"{indent}{name}:", *told]


def _blank(name: str, blank: Blank, indent: str) -> list[str]:
    """In a line, unless there are parts within parts."""
    comment = _comment(blank.english)
    if not any(blank.parts.values()):
        return [f"{indent}{name}: {_empty(blank.parts)}{comment}"]
    inner = (f"{indent}{INDENT}{_key(part)}: {_empty(keys)}" for part, keys in blank.parts.items())
    return [f"{indent}{name}:{comment}", *inner]


def _empty(keys: Iterable[str]) -> str:
    """An empty text, or one for each key, in braces."""
    said = ", ".join(f"{_key(key)}: {EMPTY}" for key in keys)
    return f"{{{said}}}" if said else EMPTY


def _key(key: str) -> str:
    plain = _PLAIN_KEY.fullmatch(key) and key not in _WORDS_OF_YAML
    return key if plain else json.dumps(key, ensure_ascii=False)


def _comment(english: str) -> str:
    return f"  # {_beside_it(english)}"


def _beside_it(english: str) -> str:
    """English as it stands in a comment; in quotes if blanks at its ends matter."""
    return shown(english) if english == english.strip() else f'"{shown(english)}"'


def _put_in(text: YamlText, node: yaml.MappingNode, groups: Groups, lang: str) -> Iterator[Change]:
    """What a section lacks, behind what comes before it in the game."""
    there = {key.value: value for key, value in node.value}
    indent = " " * node.value[0][0].start_mark.column
    last: yaml.Node | None = None
    waiting: list[str] = []
    for texts in groups.values():
        for key, english in texts.items():
            if key not in there:
                waiting += _lines(key, english, indent, lang)
                continue
            yield from _inserted(text, node, last, waiting)
            last, waiting = there[key], []
    yield from _inserted(text, node, last, waiting)


def _inserted(text: YamlText, node: yaml.MappingNode, after: yaml.Node | None, lines: list[str]) -> Iterator[Change]:
    """Lines behind an entry of a section; None: before the first."""
    if not lines:
        return
    if after is None:
        at = text.span_of(node.value[0][0])[0]
        at -= text.column_of(at) - 1
        yield Change(at, at, "".join(f"{line}{text.newline}" for line in lines))
    else:
        at = text.line_end(text.end_of(after))
        yield Change(at, at, "".join(f"{text.newline}{line}" for line in lines))


def _beside(text: YamlText, node: yaml.MappingNode, groups: Groups, written: Written) -> Iterator[Change]:
    """The English beside what is there: put in where nothing stands, put right beside what is empty, else told."""
    known = {key: english for texts in groups.values() for key, english in texts.items()}
    for key, value in node.value:
        english = known.get(key.value)
        if not isinstance(value, yaml.ScalarNode):
            written.empty += english is not None and _is_empty(value)
            continue
        written.empty += english is not None and not value.value
        start, end = text.span_of(value)
        if not isinstance(english, str) or "\n" in english or text.line_of(start) != text.line_of(end):
            continue
        if value.style in ("|", ">"):
            continue
        stop = text.line_end(end)
        comment = text.text[end:stop].strip()
        if not comment:
            yield Change(end, stop, _comment(english))
        elif comment.lstrip("# ") != _beside_it(english):
            if value.value:
                said = comment.lstrip("# ")
                written.outdated.append(Outdated(key.value, text.line_of(start), said, _beside_it(english)))
            else:
                yield Change(end, stop, _comment(english))


def _is_empty(node: yaml.Node) -> bool:
    """Whether nothing is said in an entry."""
    return all(_is_empty(value) for _, value in node.value) if isinstance(node, yaml.MappingNode) else not node.value


def _spread(text: YamlText, node: yaml.MappingNode, groups: Groups, lang: str, written: Written) -> Change:
    """A section in braces as lines of its own."""
    start, end = text.span_of(node)
    if "#" in text.text[start : text.line_end(end)]:
        raise NoRoom(text.line_of(start))
    kept: list[str] = []
    for key, value in node.value:
        raw = text.text[slice(*text.span_of(value))]
        if "\n" in raw:
            raise NoRoom(text.line_of(start))
        english = next((texts[key.value] for texts in groups.values() if key.value in texts), None)
        beside = _comment(english) if isinstance(english, str) and "\n" not in english else ""
        kept.append(f"{INDENT}{text.text[slice(*text.span_of(key))]}: {raw}{beside}\n")
        written.empty += english is not None and raw in (EMPTY, "''")
    there = {key.value for key, _ in node.value}
    rest = {kind: {key: each for key, each in texts.items() if key not in there} for kind, texts in groups.items()}
    lines = "\n" + "".join([*kept, *_body(rest, INDENT, lang)]).rstrip("\n")
    before = len(text.text[:start].rstrip(" "))
    return Change(before, end, lines.replace("\n", text.newline))
