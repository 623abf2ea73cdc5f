"""Translation of everyday verbs for pieces (`remove`, `place`, `return`) to moves from place to place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from interpreter.language.suggestions.amounts import (
    AmountPhrase,
    NounForms,
    PlacePhrase,
    is_next_to,
    repeated,
    without_article,
)

Candidates = tuple[tuple[str, ...], ...]
LineMatch = re.Match[str]


def removed(said: LineMatch, nouns: NounForms) -> Candidates:
    """Candidates for `remove 2 enemy boats from Dove`."""

    def way(amount: AmountPhrase) -> str:
        if amount.number == "all" and not said["place"]:
            return f"for each {nouns.space}: move {amount.after_move} from {nouns.space} to BOX"
        place = nouns.place(said["place"])
        return _after_choice(place, f" with {amount.after_with}", f"move {amount.after_move} from {place.name} to BOX")

    return _for_owners(nouns.amount(said["what"]), way)


def placed(said: LineMatch, nouns: NounForms) -> Candidates:
    """Candidates for `place a boat in Dove`."""
    place = nouns.place(said["place"])
    return _for_owners(
        nouns.amount(said["what"]),
        lambda amount: _after_choice(place, "", f"move {amount.after_move} from BOX to {place.name}"),
    )


def returned(said: LineMatch, nouns: NounForms) -> Candidates:
    """Candidates for `return a boat to your yard`."""
    target = without_article(said["place"])

    def way(amount: AmountPhrase) -> str:
        move = f"move {amount.after_move} from {nouns.space} to {target}"
        return (
            f"for each {nouns.space}: {move}"
            if amount.number == "all"
            else _after_choice(nouns.place(None), f" with {amount.after_with}", move)
        )

    return _for_owners(nouns.amount(said["what"]), way)


def captured(said: LineMatch, nouns: NounForms) -> Candidates:
    """Candidates for `capture an enemy boat in Dove`."""
    amount = nouns.amount(said["what"])
    if amount is None:
        return ()
    amount = replace(amount, whose="enemy")
    place = nouns.place(None if (said["place"] or "").endswith("opponent") else said["place"])
    return (
        (_after_choice(place, f" with {amount.after_with}", f"move {amount.after_move} from {place.name} to BOX"),),
    )


def moved(said: LineMatch, nouns: NounForms) -> Candidates:
    """Candidates for `move a boat to an adjacent island`; places that are not given are chosen first."""
    start, target, free = said["start"], said["target"], said["limit"] is not None
    amount = nouns.amount(said["what"])
    if amount is None or (amount.number == "all" and (not start or free)) or (start and not target):
        return ()
    return _for_owners(amount, lambda each: _moved(each, start, target, free, nouns))


def _moved(amount: AmountPhrase, start: str | None, target: str | None, free: bool, nouns: NounForms) -> str:
    origin = nouns.place(start)
    one_by_one = free and origin.choice is not None
    times, lines = "1", []
    if free and not one_by_one:
        lines.append(f"choose a number from 0 to {amount.number}, to move, as n")
        amount = replace(amount, number="n")
    if one_by_one:
        times, amount = amount.number, replace(amount, number="1")
    if origin.choice is not None:
        stop = ", or stop" if one_by_one else ""
        lines.append(f"{origin.choice} with {amount.after_with}{stop}, to leave, as start")
        origin = PlacePhrase("start")
    end = nouns.place(target)
    if target is None or is_next_to(target):
        end = PlacePhrase("target", f"choose a neighbour of {origin.name}")
    if end.choice is not None:
        lines.append(f"{end.choice}, to reach, as target")
        end = PlacePhrase("target")
    lines.append(f"move {amount.after_move} from {origin.name} to {end.name}")
    return repeated(times, "\n".join(lines))


def chosen(said: LineMatch, nouns: NounForms) -> Candidates:
    """Candidates for `choose one of your boats`: choose its place."""
    amount = nouns.amount(re.sub(r"^(?:one|1) of ", "", said["what"]))
    place = nouns.place(said["place"])
    if amount is None or place.choice is None:
        return ()
    return ((f"{place.choice} with {amount.after_with}{said['rest'] or ''}",),)


def each_piece(said: LineMatch, nouns: NounForms) -> Candidates:
    """Candidates for `for each boat in Dove: …`: pieces are identical, so they are counted."""
    amount = nouns.amount(said["what"])
    if amount is None:
        return ()
    place = nouns.place(said["place"])
    where = place.name if place.choice is None else nouns.all_of(place)
    return ((f"repeat ({amount.after_with} in {where}) times: {said['then']}",),)


def turned_over(said: LineMatch, nouns: NounForms) -> Candidates:
    """Candidates for `flip a boat`."""
    amount = nouns.amount(said["what"])
    return () if amount is None else (tuple(f"make {each.after_move} in SPACE STATE" for each in amount.by_owner()),)


def _after_choice(place: PlacePhrase, limit: str, text: str) -> str:
    """Put the choice of a place, or a loop over several, before a text."""
    if place.loop_set is not None:
        return f"for each {place.loop_set}{limit}: {text}"
    return text if place.choice is None else f"{place.choice}{limit}\n{text}"


def _for_owners(amount: AmountPhrase | None, way: Callable[[AmountPhrase], str]) -> Candidates:
    """Candidates for the amount as given, then a group of those for each possible owner, which are shown together."""
    if amount is None:
        return ()
    first, *others = (way(each) for each in amount.by_owner())
    return ((first,), tuple(others)) if others else ((first,),)
