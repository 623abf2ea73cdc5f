"""Translation of everyday verbs for pieces (`remove`, `place`, `return`) to moves from place to place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from interpreter.language.reading.amounts import Amount, Nouns, Place, is_next_to, repeated, without_article

Ways = tuple[tuple[str, ...], ...]
Said = re.Match[str]


def removed(said: Said, nouns: Nouns) -> Ways:
    """Candidates for `remove 2 enemy boats from Dove`."""

    def way(amount: Amount) -> str:
        if amount.number == "all" and not said["place"]:
            return f"for each {nouns.space}: move {amount.moved} from {nouns.space} to BOX"
        place = nouns.place(said["place"])
        return _after_choice(place, f" with {amount.there}", f"move {amount.moved} from {place.name} to BOX")

    return _for_owners(nouns.amount(said["what"]), way)


def placed(said: Said, nouns: Nouns) -> Ways:
    """Candidates for `place a boat in Dove`."""
    place = nouns.place(said["place"])
    return _for_owners(
        nouns.amount(said["what"]),
        lambda amount: _after_choice(place, "", f"move {amount.moved} from BOX to {place.name}"),
    )


def returned(said: Said, nouns: Nouns) -> Ways:
    """Candidates for `return a boat to your yard`."""
    target = without_article(said["place"])

    def way(amount: Amount) -> str:
        move = f"move {amount.moved} from {nouns.space} to {target}"
        return (
            f"for each {nouns.space}: {move}"
            if amount.number == "all"
            else _after_choice(nouns.place(None), f" with {amount.there}", move)
        )

    return _for_owners(nouns.amount(said["what"]), way)


def captured(said: Said, nouns: Nouns) -> Ways:
    """Candidates for `capture an enemy boat in Dove`."""
    amount = nouns.amount(said["what"])
    if amount is None:
        return ()
    amount = replace(amount, whose="enemy")
    place = nouns.place(None if (said["place"] or "").endswith("opponent") else said["place"])
    return ((_after_choice(place, f" with {amount.there}", f"move {amount.moved} from {place.name} to BOX"),),)


def moved(said: Said, nouns: Nouns) -> Ways:
    """Candidates for `move a boat to an adjacent island`; places that are not given are chosen first."""
    start, target, free = said["start"], said["target"], said["limit"] is not None
    amount = nouns.amount(said["what"])
    if amount is None or (amount.number == "all" and (not start or free)) or (start and not target):
        return ()
    return _for_owners(amount, lambda each: _moved(each, start, target, free, nouns))


def _moved(amount: Amount, start: str | None, target: str | None, free: bool, nouns: Nouns) -> str:
    origin = nouns.place(start)
    one_by_one = free and origin.chosen is not None
    times, lines = "1", []
    if free and not one_by_one:
        lines.append(f"choose a number from 0 to {amount.number}, to move, as n")
        amount = replace(amount, number="n")
    if one_by_one:
        times, amount = amount.number, replace(amount, number="1")
    if origin.chosen is not None:
        stop = ", or stop" if one_by_one else ""
        lines.append(f"{origin.chosen} with {amount.there}{stop}, to leave, as start")
        origin = Place("start")
    end = nouns.place(target)
    if target is None or is_next_to(target):
        end = Place("target", f"choose a neighbour of {origin.name}")
    if end.chosen is not None:
        lines.append(f"{end.chosen}, to reach, as target")
        end = Place("target")
    lines.append(f"move {amount.moved} from {origin.name} to {end.name}")
    return repeated(times, "\n".join(lines))


def chosen(said: Said, nouns: Nouns) -> Ways:
    """Candidates for `choose one of your boats`: choose its place."""
    amount = nouns.amount(re.sub(r"^(?:one|1) of ", "", said["what"]))
    place = nouns.place(said["place"])
    if amount is None or place.chosen is None:
        return ()
    return ((f"{place.chosen} with {amount.there}{said['rest'] or ''}",),)


def each_piece(said: Said, nouns: Nouns) -> Ways:
    """Candidates for `for each boat in Dove: …`: pieces are identical, so they are counted."""
    amount = nouns.amount(said["what"])
    if amount is None:
        return ()
    place = nouns.place(said["place"])
    where = place.name if place.chosen is None else nouns.all_of(place)
    return ((f"repeat ({amount.there} in {where}) times: {said['then']}",),)


def turned_over(said: Said, nouns: Nouns) -> Ways:
    """Candidates for `flip a boat`."""
    amount = nouns.amount(said["what"])
    return () if amount is None else (tuple(f"make {each.moved} in SPACE STATE" for each in amount.by_owner()),)


def _after_choice(place: Place, limit: str, text: str) -> str:
    """Put the choice of a place, or a loop over several, before a text."""
    if place.each is not None:
        return f"for each {place.each}{limit}: {text}"
    return text if place.chosen is None else f"{place.chosen}{limit}\n{text}"


def _for_owners(amount: Amount | None, way: Callable[[Amount], str]) -> Ways:
    """Candidates for the amount as given, then a group of those for each possible owner, which are shown together."""
    if amount is None:
        return ()
    first, *others = (way(each) for each in amount.by_owner())
    return ((first,), tuple(others)) if others else ((first,),)
