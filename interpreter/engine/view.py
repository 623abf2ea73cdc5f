"""What a seat may see of a match, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engine import narrate

if TYPE_CHECKING:
    from interpreter.engine.match import Decision, Game
    from interpreter.engine.state import State
    from interpreter.language.symbols import Symbols
    from interpreter.rulebook.model import PieceKind


def view_of(game: Game, state: State, seat: int, decision: Decision | None) -> dict[str, Any]:
    """Pieces by place, tracks, open variables and flags, each zone's cards (None for a face that the seat doesn't
    know).
    """
    symbols, book = game.program.symbols, game.rulebook
    v = state.v
    pieces: dict[str, dict[str, Any]] = {}
    for kind in book.pieces:
        owners = [_of_owner(symbols, state, kind, owner) for owner in range(symbols.owners(kind))]
        pieces[kind.id] = dict(zip((*game.seats, "nobody"), owners, strict=False)) if kind.owned else owners[0]
    tracks: dict[str, Any] = {}
    for track in book.tracks:
        base = symbols.track_base[track.id]
        if track.mirrored:
            tracks[track.id] = {game.seats[0]: v[base], game.seats[1]: -v[base]}
        else:
            tracks[track.id] = (
                {owner: v[base + at] for at, owner in enumerate(game.seats)} if track.per_seat else v[base]
            )
    known, sees = game.frame.known, 1 << seat
    zones: dict[str, list[str | None]] = {}
    for index, name in enumerate(symbols.shown["zone"]):
        zones[name] = [game.card_ids[card] if v[known + card] & sees else None for card in reversed(state.z[index])]
    flags = {}
    for flag in book.flags:
        of = symbols.kind_of_noun(flag.of)
        names = symbols.shown["place" if of in ("space", "box") else of]
        base = symbols.flag_base[flag.id]
        flags[flag.id] = [
            name for at, name in enumerate(names) if v[base + at] and (of != "card" or v[known + at] & sees)
        ]
    variables: dict[str, Any] = {}
    for variable in book.variables:
        if variable.visible == "everyone":
            variables[variable.id] = _variable(game, state, variable)
    asked: dict[str, Any] | None = None
    if decision is not None:
        asked = {"seat": decision.seat}
        if decision.seat == game.seats[seat]:
            asked |= {
                "label": decision.label,
                "prompt": decision.prompt,
                "options": [option.key for option in decision.options],
            }
    return {
        "game": game.id,
        "seat": game.seats[seat],
        "pieces": pieces,
        "tracks": tracks,
        "zones": zones,
        "flags": flags,
        "variables": variables,
        "decision": asked,
        "turns": state.turns,
    }


def _of_owner(symbols: Symbols, state: State, kind: PieceKind, owner: int) -> dict[str, Any]:
    """An owner's pieces of a kind by place; by state first, if they have states."""
    rows: dict[str, Any] = {}
    for sort, name in zip(symbols.sorts[kind.id], kind.states or ("",), strict=True):
        base = symbols.bases(sort)[owner]
        held = enumerate(state.v[base : base + symbols.places])
        rows[name] = {symbols.shown["place"][place]: count for place, count in held if count}
    return rows if kind.states else rows[""]


def _variable(game: Game, state: State, variable: Any) -> Any:
    """A variable's value, or its values by what it is kept for; things by id."""
    symbols = game.program.symbols
    base = symbols.variable_base[variable.id]
    kind = symbols.kind_of_noun(variable.kind.split()[-1])

    def plain(value: Any) -> Any:
        if isinstance(value, (tuple, list)):
            return [plain(part) for part in value]
        if value is None or kind in ("number", "flag"):
            return value
        return narrate.thing_id(symbols, kind, value)

    if not variable.per:
        return plain(state.v[base])
    names = [
        symbols.shown["place" if (of := symbols.kind_of_noun(per)) in ("space", "box") else of] for per in variable.per
    ]
    if len(names) == 1:
        return {name: plain(state.v[base + at]) for at, name in enumerate(names[0][: symbols.size_of(variable.per[0])])}
    width = symbols.size_of(variable.per[1])
    return {
        first: {second: plain(state.v[base + at * width + to]) for to, second in enumerate(names[1][:width])}
        for at, first in enumerate(names[0][: symbols.size_of(variable.per[0])])
    }
