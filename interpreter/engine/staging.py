"""A match that begins in a given position: for scenarios."""

from __future__ import annotations

from typing import Any

from interpreter.engine.knowledge import Opening
from interpreter.engine.match import Game, Match
from interpreter.engine.state import State
from interpreter.errors import Problem, RulebookError, Where
from interpreter.language.incremental import check_routine, with_routine
from interpreter.rulebook.given import Given
from interpreter.rulebook.pieces import EACH


def stage(game: Game, given: Given, seed: int = 0) -> Match:
    """A match in the position that `given` describes, at its first decision.

    Raises RulebookError if the position can't be (more pieces than there are), or `begin` can't be read.
    """
    _check_seats(game, given)
    root: tuple[int, int] | None = None
    you = game.seats.index(given.turn) if given.turn is not None else None
    if given.begin is not None:
        program, number = with_routine(game.program, given.begin, you)
        game, root = game.run_by(program), program.code(True).flow.begin(number)
    state = game.new_state(seed, True, root, you)
    _place(game, state, given)
    known = game.frame.known
    masks = state.v[known : known + len(game.rulebook.cards)]
    opening = Opening(tuple(tuple(cards) for cards in state.z), tuple(masks))
    return Match(game, seed, state, opening)


def check_stage(game: Game, given: Given) -> None:
    """Whether a match could begin so, without beginning it. Raises RulebookError as `stage` does."""
    _check_seats(game, given)
    if given.begin is not None:
        check_routine(game.program, given.begin, None if given.turn is None else game.seats.index(given.turn))
    _place(game, game.new_state(0, logged=False), given)


def _check_seats(game: Game, given: Given) -> None:
    """Refuse seats that do not play with so many players."""
    turn = given.begin.where if given.begin is not None else Where(game.rulebook.folder)
    named: list[tuple[object, Where]] = [(given.turn, turn)]
    named += [(entry.owner, entry.where) for entry in given.pieces if entry.owner != EACH]
    named += [(entry.seat, entry.where) for entry in given.tracks]
    named += [(entry.owner, entry.where) for entry in given.zones]
    named += [(name, entry.where) for entry in given.flags for name in (entry.thing, entry.seat)]
    for entry in given.variables:
        values = entry.value if isinstance(entry.value, tuple) else (entry.value,)
        named += [(name, entry.where) for name in (*entry.keys, *values)]
    for name, where in named:
        if isinstance(name, str) and name not in game.program.symbols.names:
            message = f"`{name}` does not play: there are {len(game.seats)} players; say `players: …` in the scenario"
            raise RulebookError(Problem(where, "unknown-seat", message))


def _place(game: Game, state: State, given: Given) -> None:
    symbols, v = game.program.symbols, state.v

    def place(name: str, seat: str | None) -> int:
        found = symbols.names[name]
        return found.index + (game.seats.index(seat) if found.per_seat and seat is not None else 0)

    for pieces in given.pieces:
        kind = symbols.pieces[pieces.kind]
        for owner in game.seats if pieces.owner == EACH else (pieces.owner,):
            v[symbols.slot_of(kind, owner, pieces.state, pieces.place)] = pieces.count
    symbols.add_up(v)
    _leave_the_rest(game, state, given)
    for kind in game.rulebook.pieces:
        sets = game.seats if kind.owner == "seat" else ("",)
        for number, whose in enumerate(sets):
            owners = (number,) if whose else range(symbols.owners(kind))
            bases = [symbols.bases(sort)[owner] for sort in symbols.sorts[kind.id] for owner in owners]
            if sum(sum(v[base : base + symbols.places]) for base in bases) > kind.supply:
                where = next(
                    (pieces.where for pieces in given.pieces if pieces.kind == kind.id), Where(game.rulebook.folder)
                )
                message = (
                    f"with these there are more {kind.noun.many}{f' of {whose}' if whose else ''} than {kind.supply}"
                )
                raise RulebookError(Problem(where, "too-many-pieces", message))
    for track in given.tracks:
        found = symbols.track(track.track)
        seat = game.seats.index(track.seat) if track.seat is not None else 0
        if found.mirrored:
            v[symbols.track_base[found.id]] = -track.step if seat == 1 else track.step
        else:
            v[symbols.track_base[found.id] + (seat if found.per_seat else 0)] = track.step
    for variable in given.variables:
        declared = symbols.variables[variable.variable]
        index = 0
        for per, key in zip(declared.per, variable.keys, strict=False):
            index = index * symbols.size_of(per) + symbols.names[key].index
        v[symbols.variable_base[declared.id] + index] = _value(game, declared.kind, variable.value)
    for flag in given.flags:
        base = symbols.flag_base[flag.flag]
        thing = game.seats.index(flag.thing) if flag.thing in game.seats else place(flag.thing, flag.seat)
        v[base + thing] = True
    _lay_cards(game, state, given)


def _leave_the_rest(game: Game, state: State, given: Given) -> None:
    """Pieces of whoever takes them that are said to be on the map come out of the boxes of which nothing is said."""
    symbols, v = game.program.symbols, state.v
    for kind in game.rulebook.pieces:
        if kind.owner != "taker":
            continue
        said = {entry.place for entry in given.pieces if entry.kind == kind.id and entry.owner is None}
        first = symbols.bases(symbols.sorts[kind.id][0])[0]
        placed = sum(v[first : first + len(symbols.sorts[kind.id]) * symbols.owners(kind) * symbols.places])
        for entry in kind.start:
            slot = symbols.slot_of(kind, entry.owner, entry.state, entry.place)
            excess = max(0, min(placed - kind.supply, v[slot])) if entry.place not in said else 0
            v[slot] -= excess
            placed -= excess


def _value(game: Game, kind: str, value: Any) -> Any:
    names = game.program.symbols.names
    if isinstance(value, tuple):
        return tuple(names[str(part)].index if isinstance(part, str) else part for part in value)
    return names[value].index if isinstance(value, str) and kind not in ("number", "flag", "text") else value


def _lay_cards(game: Game, state: State, given: Given) -> None:
    """Cards go where they are said to be; those that lay there go under the zone in which they began."""
    symbols, frame = game.program.symbols, game.frame
    home = {
        card: symbols.zone_index[zone.id]
        for zone in game.rulebook.zones
        for card, data in enumerate(game.rulebook.cards)
        if data.deck in zone.starts_with
    }

    def put(card: int, zone: int, bottom: bool) -> None:
        source = state.v[frame.where + card]
        if source is not None:
            state.z[source].remove(card)
        state.z[zone].insert(0 if bottom else len(state.z[zone]), card)
        state.v[frame.where + card] = zone
        state.v[frame.known + card] = frame.faces[zone]

    for entry in given.zones:
        found = symbols.names[entry.zone]
        zone = found.index + (symbols.names[entry.owner].index if entry.owner is not None else 0)
        if not found.thing.starts_with:
            for card in list(state.z[zone]):
                if card in home:
                    put(card, home[card], True)
        for id in reversed(entry.cards):
            put(symbols.names[id].index, zone, False)
