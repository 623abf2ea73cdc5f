"""Translation files: every text of a game with the English beside it, created anew or completed in place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import yaml

from interpreter.authoring.yaml_spans import NotEditableError, YamlEdit, YamlText, entry
from interpreter.presentation.phrases import OTHER, forms_needed
from interpreter.rulebook.player_words import Phrase
from interpreter.support.errors import printable

INDENT = "  "
EMPTY = '""'
_PLAIN_KEY = re.compile(r"[a-z_][a-z0-9_-]*", re.ASCII)
_YAML_KEYWORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


@dataclass(frozen=True, slots=True)
class EntryTemplate:
    """An entry of several texts with its English.

    `parts` has the keys of the entry with the keys nested in each. An entry without parts is one text.
    """

    english: str
    parts: Mapping[str, Sequence[str]]


EntryGroups = Mapping[str, Mapping[str, Phrase | EntryTemplate]]
"""English text by key, grouped by what the keys have in common."""


@dataclass(frozen=True, slots=True)
class OutdatedText:
    """A text whose English comment differs from the game's current English."""

    key: str
    line: int
    comment: str
    english: str


@dataclass(slots=True)
class TranslationUpdate:
    """The new content of a translation file.

    Attributes:
        data: Bytes of the file.
        added: Number of texts added.
        total: Number of texts of the game.
        untranslated: Number of texts without a translation.
        outdated: Translated texts whose English has changed.
    """

    data: bytes = b""
    added: int = 0
    total: int = 0
    untranslated: int = 0
    outdated: list[OutdatedText] = field(default_factory=list)


def new_translation(head: str, sections: Mapping[str, EntryGroups], lang: str) -> TranslationUpdate:
    """Return a new translation file that begins with `head`; sections without texts are left out."""
    parts = [_section(name, groups, lang) for name, groups in sections.items() if any(groups.values())]
    number = sum(len(texts) for groups in sections.values() for texts in groups.values())
    return TranslationUpdate("\n".join([head, *parts]).encode("utf-8"), number, number, number)


def complete_translation(data: bytes, sections: Mapping[str, EntryGroups], lang: str) -> TranslationUpdate:
    """Return an existing translation file with the missing texts added; all other bytes stay.

    The file must be free of mistakes.

    Raises:
        NotEditableError: There is no place for an entry that is missing.
    """
    text = YamlText(data)
    if not isinstance(text.root, yaml.MappingNode) or text.root.flow_style:
        raise NotEditableError(1)
    written, changes, behind = TranslationUpdate(), list[YamlEdit](), ""
    for name, groups in sections.items():
        node = entry(text.root, name)
        assert node is None or isinstance(node, yaml.MappingNode)
        there = {key.value for key, _ in node.value} if node is not None else set()
        missing = sum(key not in there for texts in groups.values() for key in texts)
        written.added += missing
        written.untranslated += missing
        written.total += sum(map(len, groups.values()))
        if node is None:
            behind += f"\n{_section(name, groups, lang)}" if any(groups.values()) else ""
        elif node.value and not node.flow_style:
            changes += _missing_entries(text, node, groups, lang)
            changes += _comment_changes(text, node, groups, written)
        else:
            changes.append(_expanded_section(text, node, groups, lang, written))
    data = text.apply(changes)
    if behind:
        end = "" if data.endswith(b"\n") else text.newline
        data += (end + behind.replace("\n", text.newline)).encode("utf-8")
    written.data = data
    if written.outdated and changes:
        written.outdated = complete_translation(data, sections, lang).outdated  # line numbers of the completed file
    return written


def keys_in(data: bytes, section: str) -> set[str]:
    """Return the keys in a section of a translation file without mistakes."""
    found = entry(YamlText(data).root, section)
    return {key.value for key, _ in found.value} if isinstance(found, yaml.MappingNode) else set()


def _section(name: str, groups: EntryGroups, lang: str) -> str:
    return f"{name}:\n{''.join(_body(groups, INDENT, lang))}"


def _body(groups: EntryGroups, indent: str, lang: str) -> Iterator[str]:
    """Yield the lines of a section, with a heading for each group."""
    begun = False
    for kind, texts in groups.items():
        if kind and texts:
            yield "\n" * begun + f"{indent}# {kind}\n"
        begun = begun or bool(texts)
        for key, english in texts.items():
            yield "".join(f"{line}\n" for line in _lines(key, english, indent, lang))


def _lines(key: str, english: Phrase | EntryTemplate, indent: str, lang: str) -> list[str]:
    """Return the lines of an empty entry with its English in a comment, above the entry if it has several lines."""
    name = _key(key)
    if isinstance(english, EntryTemplate):
        return _blank(name, english, indent)
    if isinstance(english, str):
        if "\n" not in english:
            return [f"{indent}{name}: {EMPTY}{_comment(english)}"]
        said = [f"{indent}# {printable(line)}".rstrip() for line in english.split("\n")]
        return [f"{indent}# several lines: write `|` in place of the quotes, and the lines below it, indented", *said,
                f"{indent}{name}: {EMPTY}"]  # fmt: skip
    needed = forms_needed(lang)
    if needed == [OTHER]:
        return [f"{indent}{name}: {EMPTY}{_comment(english[OTHER])}"]
    told = [f"{indent}{INDENT}{form}: {EMPTY}{_comment(english.get(form, english[OTHER]))}" for form in needed]
    return [f"{indent}{name}:", *told]


def _blank(name: str, blank: EntryTemplate, indent: str) -> list[str]:
    """Return the lines of an entry with parts: one line, unless parts are nested."""
    comment = _comment(blank.english)
    if not any(blank.parts.values()):
        return [f"{indent}{name}: {_empty(blank.parts)}{comment}"]
    inner = (f"{indent}{INDENT}{_key(part)}: {_empty(keys)}" for part, keys in blank.parts.items())
    return [f"{indent}{name}:{comment}", *inner]


def _empty(keys: Iterable[str]) -> str:
    """Return an empty text, or a flow mapping with an empty text for each key."""
    said = ", ".join(f"{_key(key)}: {EMPTY}" for key in keys)
    return f"{{{said}}}" if said else EMPTY


def _key(key: str) -> str:
    plain = _PLAIN_KEY.fullmatch(key) and key not in _YAML_KEYWORDS
    return key if plain else json.dumps(key, ensure_ascii=False)


def _comment(english: str) -> str:
    return f"  # {_comment_text(english)}"


def _comment_text(english: str) -> str:
    """Return the English of a comment, in quotes if it begins or ends with blanks."""
    return printable(english) if english == english.strip() else f'"{printable(english)}"'


def _missing_entries(text: YamlText, node: yaml.MappingNode, groups: EntryGroups, lang: str) -> Iterator[YamlEdit]:
    """Yield the insertions of a section's missing entries, each after the entry that precedes it in the game."""
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


def _inserted(text: YamlText, node: yaml.MappingNode, after: yaml.Node | None, lines: list[str]) -> Iterator[YamlEdit]:
    """Yield the insertion of lines after an entry of a section, or before the first one if `after` is None."""
    if not lines:
        return
    if after is None:
        at = text.span_of(node.value[0][0])[0]
        at -= text.column_of(at) - 1
        yield YamlEdit(at, at, "".join(f"{line}{text.newline}" for line in lines))
    else:
        at = text.line_end(text.end_of(after))
        yield YamlEdit(at, at, "".join(f"{text.newline}{line}" for line in lines))


def _comment_changes(
    text: YamlText, node: yaml.MappingNode, groups: EntryGroups, written: TranslationUpdate
) -> Iterator[YamlEdit]:
    """Yield the changes to the English comments of a section, and count its empty texts.

    Missing comments are added, and those of empty texts updated. Translated texts with another comment are recorded as
    outdated.
    """
    known = {key: english for texts in groups.values() for key, english in texts.items()}
    for key, value in node.value:
        english = known.get(key.value)
        if not isinstance(value, yaml.ScalarNode):
            written.untranslated += english is not None and _is_empty(value)
            continue
        written.untranslated += english is not None and not value.value
        start, end = text.span_of(value)
        if not isinstance(english, str) or "\n" in english or text.line_of(start) != text.line_of(end):
            continue
        if value.style in ("|", ">"):
            continue
        stop = text.line_end(end)
        comment = text.text[end:stop].strip()
        if not comment:
            yield YamlEdit(end, stop, _comment(english))
        elif comment.lstrip("# ") != _comment_text(english):
            if value.value:
                said = comment.lstrip("# ")
                written.outdated.append(OutdatedText(key.value, text.line_of(start), said, _comment_text(english)))
            else:
                yield YamlEdit(end, stop, _comment(english))


def _is_empty(node: yaml.Node) -> bool:
    """Return True if an entry contains no text."""
    return all(_is_empty(value) for _, value in node.value) if isinstance(node, yaml.MappingNode) else not node.value


def _expanded_section(
    text: YamlText, node: yaml.MappingNode, groups: EntryGroups, lang: str, written: TranslationUpdate
) -> YamlEdit:
    """Return the change that rewrites a section in braces as one entry per line. Raise NotEditableError if not."""
    start, end = text.span_of(node)
    if "#" in text.text[start : text.line_end(end)]:
        raise NotEditableError(text.line_of(start))
    kept: list[str] = []
    for key, value in node.value:
        raw = text.text[slice(*text.span_of(value))]
        if "\n" in raw:
            raise NotEditableError(text.line_of(start))
        english = next((texts[key.value] for texts in groups.values() if key.value in texts), None)
        beside = _comment(english) if isinstance(english, str) and "\n" not in english else ""
        kept.append(f"{INDENT}{text.text[slice(*text.span_of(key))]}: {raw}{beside}\n")
        written.untranslated += english is not None and raw in (EMPTY, "''")
    there = {key.value for key, _ in node.value}
    rest = {kind: {key: each for key, each in texts.items() if key not in there} for kind, texts in groups.items()}
    lines = "\n" + "".join([*kept, *_body(rest, INDENT, lang)]).rstrip("\n")
    before = len(text.text[:start].rstrip(" "))
    return YamlEdit(before, end, lines.replace("\n", text.newline))
