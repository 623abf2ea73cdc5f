"""The instructions that move pieces or change their state, as Python source."""

from __future__ import annotations

from interpreter.language.ir.expressions import Room
from interpreter.language.ir.making import constant, local
from interpreter.language.ir.statements import ChangeState, MovePieces
from interpreter.language.ir.types import NUMBER, SEAT, Local, Type
from interpreter.language.log import PiecesMoved, StateChanged
from interpreter.language.lowering.lines import Lines
from interpreter.language.lowering.names import Env


class PieceWriter(Lines):
    """The instructions about pieces."""

    def put_move_pieces(self, statement: MovePieces) -> None:
        source, target = self.simple(statement.source), self.simple(statement.target)
        owner = self.simple(statement.owner) if statement.owner is not None else None
        left = self._left(statement)
        for sort in statement.sorts:
            to = self.symbols.sorts[self.symbols.pieces[sort].id][0] if statement.target.type.kind == "box" else sort
            for base, end, whose in self._ways(statement, sort, to, owner, source, target):
                self._move_some(statement, sort, base, end, whose, source, target, left)

    def _ways(
        self, statement: MovePieces, sort: str, to: str, owner: str | None, source: str, target: str
    ) -> list[tuple[str, str, str | None]]:
        """Where in `v` the pieces of a sort begin that are moved, where those that they become, and whose they are."""
        kind = self.symbols.pieces[sort]
        distance = self.symbols.piece_base[to] - self.symbols.piece_base[sort]
        if kind.owner != "taker":
            return [(base, added(base, distance), whose) for base, whose in self._rows(sort, owner)]
        if owner is None and statement.source.type.kind == "box":
            holder = self._holder(source)
            rows = self._rows(sort, holder)
            whose = holder
            if statement.taker is not None:
                taker = self.simple(statement.taker)
                whose = taker if holder.isdigit() else self.temporary()
                if whose != taker:
                    self.put(f"{whose} = {taker} if {holder} == {len(self.symbols.seats)} else {holder}")
            rows = [(rows[0][0], whose)]
        else:
            rows = self._rows(sort, owner)[: len(self.symbols.seats)]
        if statement.target.type.kind == "box":
            ends = [self._rows(to, self._holder(target))[0][0]] * len(rows)
        elif statement.taker is not None:
            ends = [self._rows(to, rows[0][1])[0][0]]
        else:
            ends = [added(base, distance) for base, _ in rows]
        return [(base, end, whose) for (base, whose), end in zip(rows, ends, strict=True)]

    def _holder(self, place: str) -> str:
        """The number of the seat whose box a place is, or of nobody."""
        holders = self.symbols.holders
        if place.isdigit():
            return str(holders[int(place)])
        name = self.temporary()
        self.put(f"{name} = {self.lowering.constants.name(holders)}[{place}]")
        return name

    def _left(self, statement: MovePieces | ChangeState) -> str | None:
        """Where it is kept how many are still to be taken, if they are of several sorts."""
        if statement.amount is None or len(statement.sorts) < 2:
            return None
        left = self.temporary()
        self.put(f"{left} = {self.code(statement.amount)}")
        return left

    def _rows(self, sort: str, owner: str | None) -> list[tuple[str, str | None]]:
        """Where the pieces of a sort begin in `v`, for the owner or for each one, and whose they are."""
        bases = self.lowering.owner_bases(sort)
        owned = self.symbols.pieces[sort].owned
        if not owned or owner is None:
            return [(str(base), str(seat) if owned else None) for seat, base in enumerate(bases)]
        if owner.isdigit():
            return [(str(bases[int(owner)]), owner)]
        name = self.temporary()
        self.put(f"{name} = {self.lowering.constants.name(bases)}[{owner}]")
        return [(name, owner)]

    def _move_some(
        self,
        statement: MovePieces,
        sort: str,
        base: str,
        end: str,
        owner: str | None,
        source: str,
        target: str,
        left: str | None,
    ) -> None:
        """Move pieces of one sort and one owner, from the row that begins at `base` to the row at `end`."""
        start = added(base, source)
        amount = left or (self.code(statement.amount) if statement.amount is not None else None)
        piece = self.symbols.pieces[sort]
        room = (piece.room_each is not None or piece.room_all is not None) and statement.target.type.kind != "box"
        tests = []
        if room:
            place, whose = Local("place", Type(statement.target.type.kind)), Local("owner", SEAT)
            env: Env = {place: target} if owner is None else {place: target, whose: owner}
            holder = None if owner is None else local(whose)
            test = self.lowering.truth(Room(piece.id, local(place), constant(1, NUMBER), holder), env)
            tests = [f"({test})" if " or " in test else test] if test != "True" else []
        if amount == "1":
            self.put(f"if {' and '.join([*tests, f'v[{start}] > 0'])}:")
            self._shift_pieces("1", base, end, sort, source, target)
            count = "1"
        else:
            count = self.temporary()
            limit = f"v[{start}]" if amount is None else f"min(v[{start}], {amount})"
            if room:
                fit = f"m.fit({self.symbols.rulebook.pieces.index(piece)}, {target}, {owner or 'None'})"
                limit = f"min({limit}, {fit})"
            self.put(f"{count} = {limit}")
            self.put(f"if {count} > 0:")
            self._shift_pieces(count, base, end, sort, source, target)
            if left is not None:
                self.put(f"    {left} -= {count}")
        self.depth += 1
        self.log(PiecesMoved, count, repr(sort), owner or "None", source, target)
        self.depth -= 1

    def _shift_pieces(self, count: str, base: str, end: str, sort: str, source: str, target: str) -> None:
        """The two places of a move in `v`, and those in the row of all kinds, which lies at a fixed distance."""
        ends = [(base, end)]
        if self.symbols.total_base is not None:
            total = added(base, self.symbols.total_base - self.symbols.piece_base[sort])
            ends.append((total, total))
        for first, last in ends:
            self.put(f"    v[{added(first, source)}] -= {count}; v[{added(last, target)}] += {count}")

    def put_change_state(self, statement: ChangeState) -> None:
        place = self.simple(statement.place)
        owner = self.simple(statement.owner) if statement.owner is not None else None
        left = self._left(statement)
        for sort in statement.sorts:
            to = f"{statement.state} {self.symbols.pieces[sort].id}"
            for base, whose in self._rows(sort, owner):
                start, end = added(base, place), added(base, self._distance(sort, to), place)
                amount = left or (self.code(statement.amount) if statement.amount is not None else None)
                count = self.temporary()
                self.put(f"{count} = {f'v[{start}]' if amount is None else f'min(v[{start}], {amount})'}")
                self.put(f"if {count} > 0:")
                self.put(f"    v[{start}] -= {count}; v[{end}] += {count}")
                if left is not None:
                    self.put(f"    {left} -= {count}")
                self.depth += 1
                self.log(StateChanged, count, repr(sort), whose or "None", place, repr(statement.state))
                self.depth -= 1

    def _distance(self, sort: str, to: str) -> int:
        return self.symbols.piece_base[to] - self.symbols.piece_base[sort]


def added(*parts: str | int) -> str:
    """The sum of numbers and names as source, the numbers added up."""
    names = [part for part in parts if isinstance(part, str) and not part.isdigit()]
    number = sum(int(part) for part in parts if isinstance(part, int) or part.isdigit())
    if not names:
        return str(number)
    first = [str(number)] if number > 0 else []
    return " + ".join([*first, *names]) + (f" - {-number}" if number < 0 else "")
