"""English events in the style of a printed card, in place of the wording of the rules."""

from __future__ import annotations

import re

from interpreter.presentation.names import Names
from interpreter.presentation.printed_cards import ELLIPSIS, printed_lines

CHOOSE_ONE, YOU_MAY, BULLET = "Choose one:", "You may:", "•"
STEP = 2
"""Number of blanks per indentation step of an event."""
_HEADING = re.compile(r'(?P<word>either|or|may) "(?P<label>[^"]*)":\s*(?P<rest>.*)')
_NAMED = re.compile(r",? as (\w+)$")
_ID = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")
_COMMENT = re.compile(r'\s+#[^"]*$')
_ENDS = (":", ".", "!", "?", ELLIPSIS)


def spoken_lines(event: str, names: Names) -> tuple[str, ...]:
    """Return the lines of an English event as sentences with capitals and full stops.

    Alternatives are bullets below `Choose one:`; one of plain sentences is a single paragraph. Things have their titles
    in place of ids.
    """
    spoken: list[str] = []
    option: int | None = None
    label = ""
    for line in filter(str.strip, printed_lines(event)):
        depth, text = len(line) - len(line.lstrip()), _COMMENT.sub("", line.strip())
        indent = " " * depth
        if option is not None and depth <= option:
            option = None
        found = _HEADING.fullmatch(text)
        if found is None:
            sentence = _sentence(text, names)
            if option == depth - STEP and _is_bullet(spoken[-1]) and not sentence.endswith(":"):
                spoken[-1] = f"{spoken[-1]} {sentence}"
                continue
            _head_block(spoken, label)
            spoken.append(indent + sentence)
            continue
        _head_block(spoken, label)
        rest = _sentence(found["rest"], names) if found["rest"] else ""
        if found["word"] == "may":
            spoken.append(f"{indent}{YOU_MAY} {rest}".rstrip())
            continue
        if found["word"] == "either":
            spoken.append(f"{indent}{CHOOSE_ONE}")
        spoken.append(f"{indent}{BULLET} {rest}".rstrip())
        option, label = depth, found["label"]
    return tuple(map(names.safe, spoken))


def _is_bullet(line: str) -> bool:
    return line.lstrip().startswith(BULLET)


def _head_block(spoken: list[str], label: str) -> None:
    """Name the alternative whose block begins with another block."""
    if spoken and spoken[-1].strip() == BULLET:
        spoken[-1] += f" {label[:1].upper()}{label[1:]}:"


def _sentence(text: str, names: Names) -> str:
    text = _ID.sub(lambda found: names.title_or(found[0], names.label(found[0], names.as_words(found[0]))), text)
    text = _NAMED.sub(r" (“\1”)", text)
    return text[:1].upper() + text[1:] + ("" if text.endswith(_ENDS) else ".")
