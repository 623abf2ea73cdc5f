"""From typed expressions to Python source: how many pieces there are, and whether there is room for more."""

from __future__ import annotations

import re

from interpreter.language.ir.expressions import Amount, Room
from interpreter.language.lowering.names import Env, NameLowering


class PieceLowering(NameLowering):
    """Writes amounts of pieces."""

    def owner_bases(self, sort: str) -> tuple[int, ...]:
        """Where each owner's pieces of a sort begin in `v`; of the sort '' where those of all sorts do."""
        if sort:
            return self.symbols.bases(sort)
        assert self.symbols.total_base is not None
        return tuple(self.symbols.total_base + owner * self.symbols.places for owner in range(len(self.symbols.seats)))

    def amounts(self, sorts: tuple[str, ...], owner: str | None, place: str) -> list[str]:
        """One term `v[…]` for each sort and owner of pieces that are counted."""
        found: list[str] = []
        everything = self.symbols.total_base is not None and set(sorts) == set(self.symbols.piece_base)
        for sort in ("",) if everything else sorts:
            bases = self.owner_bases(sort)
            if sort and place.isdigit() and int(place) >= self.symbols.spaces:
                bases = self._kept(sort, bases, int(place), owner)
            if owner is None or len(bases) == 1:
                found += [self.slot(base, place) for base in bases]
            elif re.fullmatch(r"\d+", owner):
                found.append(self.slot(bases[int(owner)], place))
            else:
                found.append(f"v[{self.constants.name(bases)}[{owner}] + {place}]")
        return found

    def _kept(self, sort: str, bases: tuple[int, ...], place: int, owner: str | None) -> tuple[int, ...]:
        """Of pieces that belong to whoever takes them, a box holds only those of its holder."""
        if owner is not None or self.symbols.pieces[sort].owner != "taker":
            return bases
        return (bases[self.symbols.holders[place]],)

    def _amount(self, expr: Amount, env: Env) -> str:
        place = self.code(expr.place, env)
        owner = self.code(expr.owner, env) if expr.owner is not None else None
        found = self.amounts(expr.sorts, owner, place)
        return found[0] if len(found) == 1 else f"({' + '.join(found)})"

    def _room(self, expr: Room, env: Env) -> str:
        kind = self.symbols.pieces[expr.piece]
        place = self.code(expr.place, env)
        amount = self.code(expr.amount, env)
        owner = self.code(expr.owner, env) if expr.owner is not None else None
        if expr.place.type.kind == "box":
            return "True"
        tests = []
        closed = tuple(space.closed for space in self.symbols.rulebook.map.spaces)
        if any(closed):
            closed += (False,) * (self.symbols.places - len(closed))
            tests.append(f"not {self.constants.name(closed)}[{place}]")
        for most, whose in ((kind.room_each, owner), (kind.room_all, None)):
            if most is not None:
                held = " + ".join(self.amounts(self.symbols.sorts[kind.id], whose, place))
                tests.append(f"{held} < {most}" if amount == "1" else f"{held} + {amount} <= {most}")
        return f"({' and '.join(tests)})" if tests else "True"
