"""Message catalogues: the sentences of decisions and log lines in a language, with the names of a game in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from interpreter.engine.rules import Rules
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import check_phrases, fill_phrase, is_complete
from interpreter.rulebook.model import Phrase
from interpreter.rulebook.text import slug
from interpreter.support.errors import RulebookError

SENTENCES_FOLDER = Path(__file__).parent / "sentences"
"""Folder with a file for each language except English."""


@dataclass(frozen=True, slots=True)
class MessageCatalog:
    """A language and its sentences with placeholders. Missing sentences are taken from English."""

    lang: str
    sentences: Mapping[str, Phrase]

    @property
    def is_english(self) -> bool:
        """True if the sentences are English, as the rules are."""
        return not self.sentences or self.lang == ENGLISH.lang

    def say(self, sentence: str, **parts: object) -> str:
        """Return a sentence with its placeholders filled."""
        if sentence in self.sentences:
            return fill_phrase(self.sentences[sentence], self.lang, parts)
        return fill_phrase(ENGLISH.sentences[sentence], ENGLISH.lang, parts)


ENGLISH = MessageCatalog(
    "en",
    {
        "nothing": "nothing",
        "none": "none",
        "stop": "stop",
        "no": "no",
        "yes": "yes",
        "ask_may": "{what}?",
        "ask_may_to": "{what}?",
        "ask_either": "choose: {options}",
        "or": " or ",
        "ask_thing": "choose {noun}",
        "ask_thing_to": "choose {noun} to {purpose}",
        "waits": "{seat} is deciding.",
        "owned": "{thing} ({seat})",
        "a_card": "a card",
        "some_cards": {"one": "{count} card", "other": "{count} cards"},
        "turn": "-- {seat}",
        "chooses": "{seat} chooses: {what}",
        "chooses_to": "{seat} chooses to {purpose}: {what}",
        "declines": "{seat} declines: {what}",
        "forced": "{line} (no other choice)",
        "pieces": "  {count} {noun}: {source} -> {target}",
        "pieces_of": "  {count} {noun} of {seat}: {source} -> {target}",
        "state": "  {count} {noun} in {place}: {old} -> {new}",
        "state_of": "  {count} {noun} of {seat} in {place}: {old} -> {new}",
        "card_comes": "  {card}: {target}",
        "cards": "  {cards}: {source} -> {target}",
        "track": "  {track}: {old} -> {new}",
        "track_of": "  {track} of {seat}: {old} -> {new}",
        "track_seen_by": "  {track} ({seat}): {old} -> {new}",
        "variable": "  {variable}: {old} -> {new}",
        "variable_of": "  {variable} of {owner}: {old} -> {new}",
        "flag": "  {thing} is {flag}",
        "no_flag": "  {thing} is no longer {flag}",
        "note": "{seat} uses {card}: {label}",
        "shuffle": "  {zone} is shuffled",
        "everyone": "everyone",
        "looks": "  {seat} looks at cards",
        "shown": "  shown to {seat}: {cards}",
        "and": " and ",
        "nobody": "nobody",
        "end": "The game is over, won by {winners} ({reason})",
        "why_not_so": "`{words}` is not so",
        "why_not_among": "it is none of `{words}`",
        "why_no_such": "there is no `{words}`",
        "why_cannot": "`{words}` can't be done",
        "why_no_event": "it has no event",
        "why_no_way_out": "this has to be answered",
        "why_no_label": "no option is called `{words}` here",
        "why_not_offered": "it is none of `{words}`",
        "why_other_question": "the question is another one: {words}",
        "printed_reconstructed": "reconstructed",
        "printed_inferred": "inferred",
        "printed_ours": "ours",
        "printed_marks": "{source}: {fields}",
        "printed_title": "title",
        "printed_event": "event",
        "printed_legend": "not as published, but reconstructed",
        "printed_number": "No {number}",
        "printed_raised": "raised to {steps}",
        "printed_lowered": "lowered from {steps}",
        "printed_each": "one counter each: {seats}",
        "printed_aid": "{title} ({seat})",
        "printed_any_seat": "any seat",
        "printed_first": "the first row that holds",
        "printed_notes": "Special words",
        "printed_keep": "each row narrows the options, unless none would be left; chance decides among those left",
    },
)
"""The English sentences of decisions and of the log. Other languages have the same keys in `sentences/`."""


def list_languages() -> list[str]:
    """Return the languages that have sentences."""
    return sorted([ENGLISH.lang, *(path.stem for path in SENTENCES_FOLDER.glob("*.yaml"))])


def load_catalog(lang: str, overrides: Mapping[str, Phrase] | None = None) -> MessageCatalog:
    """Return the sentences of a language; those in `overrides`, which a game brings, take precedence.

    Raises:
        RulebookError: The game's sentences have mistakes.
    """
    known = _sentences(lang)
    if not overrides:
        return MessageCatalog(lang, known)
    if wrong := [*check_phrases(overrides, ENGLISH.sentences, lang)]:
        raise RulebookError(wrong)
    return MessageCatalog(
        lang, {**known, **{name: phrase for name, phrase in overrides.items() if is_complete(phrase, lang)}}
    )


@cache
def _sentences(lang: str) -> Mapping[str, Phrase]:
    """Return the bundled sentences of a language."""
    import yaml

    if lang == ENGLISH.lang:
        return ENGLISH.sentences
    if lang not in list_languages():
        return {}
    own: dict[str, Phrase] = yaml.load((SENTENCES_FOLDER / f"{lang}.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    return own


class Localizer:
    """Display names and message sentences of a game in one language."""

    def __init__(self, rules: Rules, names: Names, speech: MessageCatalog) -> None:
        """Combine names and sentences, which must be of the same language."""
        self.rules = rules
        self.names = names
        self.speech = speech
        self.say = speech.say

    def thing(self, kind: str, value: int | None) -> str:
        """Return the name of a thing by kind and number. Numbers and flags are returned as text."""
        if value is None:
            return self.say("nothing")
        return self.names.title_of(self.rules.id_of(kind, value))

    def label(self, label: str) -> str:
        """Return the name of an option, purpose or state, or its label as words if it isn't translated."""
        return self.names.label(slug(label), label.replace("_", " "))
