"""The question of a board: its options with what is typed for each, and what can't be chosen with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from interpreter.engine.history import PendingDecision
from interpreter.engine.view import View
from interpreter.language.execution.executable import PAIR_SIGN, DecisionInfo
from interpreter.language.ir.types import BOARD_LINES
from interpreter.presentation.board.contents import BoardLook
from interpreter.presentation.board.document import BoardOption, OptionKind, Question, Refusal
from interpreter.presentation.questions import answer_text, prompt
from interpreter.presentation.speech import Localizer
from interpreter.rulebook.text import slug

MOST_REFUSALS = 40
"""Maximum number of things for which a reason is looked for."""
WAY_OUT_LABEL = "0"
"""Label of the answer that stops choosing, or chooses nothing."""
WAY_OUT_BESIDE_NUMBERS = "-"
"""Its label where numbers are chosen."""

ReasonFinder = Callable[[str], str]
"""Function that returns the reason why an option's key is not on offer; empty if there is none to tell."""


def describe_wait(speaker: Localizer, look: BoardLook, seats: Sequence[str]) -> Question:
    """Return the question of other seats: only that they decide."""
    titles = speaker.say("and").join(look.seats[seat].title for seat in seats)
    return Question(look.seats[seats[0]], speaker.say("waits" if len(seats) == 1 else "wait", seat=titles), (), ())


def describe_question(
    speaker: Localizer,
    look: BoardLook,
    view: View,
    asked: PendingDecision,
    reason: ReasonFinder,
    odds: Sequence[str],
) -> Question:
    """Return the question to the seat that decides.

    Args:
        speaker: Names and sentences in the seat's language.
        look: The game's look.
        view: The seat's view.
        asked: The decision.
        reason: Finder of the reasons why things can't be chosen.
        odds: The odds of each option, as text.
    """
    return _QuestionBuilder(speaker, look, view, asked).question(reason, odds)


@dataclass(frozen=True, slots=True)
class _QuestionBuilder:
    speaker: Localizer
    look: BoardLook
    view: View
    asked: PendingDecision

    def question(self, reason: ReasonFinder, odds: Sequence[str]) -> Question:
        """Return the question."""
        info, rules = self.asked.info, self.speaker.rules
        keys = [rules.option_key(info, value) for value in self.asked.values]
        is_joint = bool(info.parts or info.subset)
        near = self._near_misses(keys)
        labels = self._labels(keys, near)
        options = tuple(
            BoardOption(
                key,
                index,
                answer_text(self.speaker, self.asked, value),
                labels[key],
                self._kind_of(value),
                tuple(key.split(PAIR_SIGN)) if is_joint and value is not None else (),
                odds[index],
            )
            for index, (key, value) in enumerate(zip(keys, self.asked.values, strict=True))
        )
        refusals = (
            Refusal(key, text, labels[key], self._kind_of(key), said)
            for key, text in list(near.items())[:MOST_REFUSALS]
            if (said := reason(key))
        )
        seat = self.look.seats[rules.seats[self.asked.seat]]
        return Question(seat, prompt(self.speaker, self.asked), options, tuple(refusals))

    def _kind_of(self, value: object) -> OptionKind:
        kind = self.asked.info.type.kind
        if value is None or self.asked.info.kind != "choose":
            return "answer"
        return next((each for each in get_args(OptionKind) if each == kind), "other")

    def _near_misses(self, keys: Sequence[str]) -> dict[str, str]:
        """Return the names of things like those on offer that can't be chosen, by key."""
        info, names = self.asked.info, self.look.names
        if info.kind == "either":
            every: Iterable[str] = info.labels
            return {slug(label): self.speaker.label(label) for label in every if slug(label) not in keys}
        if info.kind != "choose":
            return {}
        if info.type.kind == "space":
            every = self.look.coordinates
        elif info.type.kind == "card":
            every = [card for cards in self._piles_of(keys) for card in cards if card is not None]
        else:
            every = ()
        return {key: names.title_of(key) for key in every if key not in keys and not self._is_alike(key, keys)}

    def _is_alike(self, card: str, keys: Sequence[str]) -> bool:
        """Return True if a card is printed like one on offer, so that it needs no option of its own."""
        return any(self.speaker.rules.are_alike(card, key) for key in keys)

    def _piles_of(self, keys: Sequence[str]) -> list[Sequence[str | None]]:
        """Return the piles with cards on offer."""
        return [cards for cards in self.view.zones.values() if not set(keys).isdisjoint(cards)]

    def _labels(self, keys: Sequence[str], near: Mapping[str, str]) -> dict[str, str]:
        """Return the answer typed for each option and each thing that can't be chosen."""
        info = self.asked.info
        if info.kind != "choose":
            return label_answers(self.speaker, info)
        kind = info.type.kind
        way_out = way_out_label(info)
        outs = {info.way_out or "none": way_out}
        if kind == "space":
            return outs | self.look.labels
        if kind == "number":
            return outs | {key: key for key in keys if key.lstrip("-").isdigit()}
        if kind in BOARD_LINES:
            return outs | {key: key for key in keys if key not in outs}
        if kind == "seat":
            return outs | {seat: str(at) for at, seat in enumerate(self.look.seats, 1)}
        if info.parts == ("space", "space"):
            spaces = self.look.labels
            return outs | {
                key: PAIR_SIGN.join(spaces[each] for each in key.split(PAIR_SIGN)) for key in keys if key not in outs
            }
        piles = self._piles_of(keys) if kind == "card" else []
        order = [card for card in reversed(piles[0]) if card is not None] if len(piles) == 1 else [*keys, *near]
        numbered = [key for key in order if key not in outs]
        return outs | {key: str(at) for at, key in enumerate(numbered, 1)}


def way_out_label(info: DecisionInfo) -> str:
    """Return what is typed for the way out of a choice of a thing."""
    return WAY_OUT_BESIDE_NUMBERS if info.type.kind in ("number", *BOARD_LINES) else WAY_OUT_LABEL


def label_answers(speaker: Localizer, info: DecisionInfo) -> dict[str, str]:
    """Return what is typed for each answer of a decision that is no choice of a thing, by key."""
    if info.kind == "either":
        return _letters_of({slug(label): speaker.label(label) for label in info.labels})
    return _letters_of({key: speaker.say(key) for key in ("yes", "no")})


def _letters_of(answers: Mapping[str, str]) -> dict[str, str]:
    """Return a letter for each answer, the same whichever of them are on offer: the first of its text that is free."""
    found: dict[str, str] = {}
    for key, text in answers.items():
        letters = [letter for letter in text.casefold() if letter.isalpha()]
        free = (letter for letter in letters if letter not in found.values())
        found[key] = next(free, str(len(found) + 1))
    return found
