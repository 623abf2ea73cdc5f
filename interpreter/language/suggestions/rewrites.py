"""Normal forms of lines: the language's forms for those of other languages and everyday English (`rewrites.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import yaml

from interpreter.language.suggestions.named_things import NamedThings, longest_first
from interpreter.rulebook.source.yaml_reader import YAML_LOADER
from interpreter.rulebook.text import NUMBER_WORDS

_QUOTED = re.compile(r'"[^"]*"')
_FIRST_SIGN = 0xE000
"""The first of the signs that stand for quoted texts (Unicode's private use area)."""
_NAMING = re.compile(r"let (\w+) be\b")
_HOLE = re.compile(r"\{(\w+)\}")


class RewriteRule(NamedTuple):
    """A rule of the table: a pattern and what replaces it, with an example and its result."""

    replace: str
    by: str
    example: str
    becomes: str


@cache
def rewrite_rules() -> tuple[RewriteRule, ...]:
    """Return the table."""
    text = (files("interpreter.language.suggestions") / "rewrites.yaml").read_text("utf-8")
    return tuple(RewriteRule(**entry) for entry in yaml.load(text, Loader=YAML_LOADER))


class Rewrites:
    """The rules, with the words of one game.

    Attributes:
        known_words: The words of all rules.
    """

    def __init__(
        self, things: NamedThings, pieces: frozenset[str], nouns: frozenset[str], keywords: Container[str]
    ) -> None:
        """Prepare the rules; `keywords` are words that can't be names."""
        self._keywords = keywords
        name = r"[^\W\d]\w*"
        patterns = {
            "name": name,
            "value": rf"(?:\d+|(?:your )?{name}(?: of {name})?)",
            "piece": longest_first(pieces),
            "noun": longest_first(nouns),
            "seat": longest_first(things.seats),
            "zone": longest_first(things.zones),
            "cell": longest_first(things.cells),
            "column": longest_first(things.columns),
            "label": "[\ue000-\uf8ff]",
        }
        self.known_words = _known_words()
        spaces = things.symbols.rulebook.map.noun.many
        meanings = {"deck": things.deck, "discards": things.discards, "spaces": spaces}
        columns = (column for _, found in things.symbols.rulebook.columns for column in found.values())
        own = {value for column in columns for value in column.values}
        numbers = [(word, digits) for digits, word in enumerate(NUMBER_WORDS) if digits > 1 and word not in own]
        self._rules = [(re.compile(rf"\b{word}\b"), str(digits)) for word, digits in numbers]
        self._rules += [(_filled(rule.replace, patterns), _filled_text(rule.by, meanings)) for rule in rewrite_rules()]

    def steps(self, line: str) -> list[str]:
        """Return the line after each rule that changes it, the last one first."""
        found = [line]
        if (named := _NAMING.match(line)) is not None and named[1] in self._keywords:
            found.append(f"let this_{named[1]} be{line[named.end() :]}")
        for pattern, by in self._rules:
            changed = _replaced(pattern, by, found[-1])
            if changed != found[-1]:
                found.append(changed)
        return found[:0:-1]


@cache
def _known_words() -> frozenset[str]:
    plain = (re.sub(r"\\.|\{\w+\}|\(\?[:=!<]+", " ", rule.replace) for rule in rewrite_rules())
    return frozenset(word.lower() for each in plain for word in re.findall("[A-Za-z]{2,}", each))


def _replaced(pattern: re.Pattern[str], by: str, line: str) -> str:
    """Replace a pattern outside of quotes: what is quoted is one sign meanwhile."""
    quoted = _QUOTED.findall(line)
    signs = [chr(_FIRST_SIGN + at) for at in range(len(quoted))]
    for label, sign in zip(quoted, signs, strict=True):
        line = line.replace(label, sign, 1)
    line = re.sub(r" {2,}", " ", pattern.sub(by, line)).strip()
    for label, sign in zip(quoted, signs, strict=True):
        line = line.replace(sign, label)
    return line


def _filled(text: str, words: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile(_HOLE.sub(lambda hole: f"(?:{words[hole[1]]})" if hole[1] in words else hole[0], text))


def _filled_text(text: str, words: Mapping[str, str]) -> str:
    return _HOLE.sub(lambda hole: words.get(hole[1], hole[0]), text)
