"""The instructions that change names, tracks, variables, lists and flags, as Python source."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from interpreter.errors import Where
from interpreter.language.ir.expressions import Arithmetic, Expr, Ref, Single, TermCall, Track, Variable, Watching
from interpreter.language.ir.statements import Assign, AtEnd, Let, ListChange, Make, Step, Term
from interpreter.language.ir.types import NUMBER
from interpreter.language.log import FlagSet
from interpreter.language.lowering.lines import Lines
from interpreter.rulebook.model import Track as Declared


class AssignWriter(Lines):
    """The instructions that assign."""

    def put_let(self, statement: Let) -> None:
        self.bind(statement.name, self.hoisted(self.lowering.snapshot(statement.value, self.env)))

    def put_assign(self, statement: Assign) -> None:
        cell = statement.cell
        match cell:
            case Ref():
                self._assign_to(self.env[cell.local], statement)
            case Watching():
                self._assign_to(self.code(cell), statement)
            case Variable():
                self._assign_variable(statement, cell)
            case Track() if statement.verb == "set":
                self._set_track(statement, cell)
            case Track():
                self._shift(statement, cell, "+" if statement.verb == "raise" else "-", self.code(statement.amount))
            case _:
                assert_never(cell)

    def _assign_variable(self, statement: Assign, cell: Variable) -> None:
        base = self.symbols.variable_base[cell.variable]
        index = self.lowering.variable_index(cell, self.env)
        if not (self.flow.logged and self.symbols.variables[cell.variable].told):
            self._assign_to(self.lowering.slot(base, index), statement)
            return
        which = self.temporary()
        slot = self.lowering.slot(base, which)
        self.put(f"{which} = {index}")
        self.put(f"old = {slot}")
        self._assign_to(slot, statement)
        self.put(f"if {slot} != old: m.log.append(VariableSet({cell.variable!r}, {which}, old, {slot}))")

    def _assign_to(self, target: str, statement: Assign) -> None:
        number = statement.cell.type == NUMBER
        amount = self.lowering.snapshot(statement.amount, self.env)
        if statement.verb == "set":
            plain = not number or tame(statement.amount, self.lowering.term_of)
            self.put(f"{target} = {amount if plain else f'bounded({amount})'}")
        else:
            sign = "+" if statement.verb == "raise" else "-"
            if tame(statement.amount, self.lowering.term_of):
                self.put(f"{target} {sign}= {amount}")
            else:
                self.put(f"{target} = bounded({target} {sign} {amount})")

    def put_step(self, statement: Step) -> None:
        self._shift(statement, statement.cell, "+" if statement.by > 0 else "-", "1")

    def put_at_end(self, statement: AtEnd) -> None:
        track = self.symbols.track(statement.cell.track)
        self._stop(statement.where, track, str(statement.by > 0))

    def _track_slot(self, cell: Track) -> tuple[str, str]:
        """A track's slot in `v` and the seat whose view of a mirrored track it is ('' if not mirrored)."""
        track = self.symbols.track(cell.track)
        base = self.symbols.track_base[cell.track]
        if cell.seat is None:
            return f"v[{base}]", ""
        seat = self.simple(cell.seat)
        return (f"v[{base}]", seat) if track.mirrored else (self.lowering.slot(base, seat), "")

    def _shift(self, statement: Assign | Step, cell: Track, sign: str, amount: str) -> None:
        """Move a track; for the second seat of a mirrored one, the other way."""
        track = self.symbols.track(cell.track)
        slot, seat = self._track_slot(cell)
        other = "-" if sign == "+" else "+"
        if self.flow.logged:
            self.put(f"old = {slot}")
        if seat in ("", "0"):
            change = f"{slot} {sign} {amount}"
        elif seat == "1":
            change = f"{slot} {other} {amount}"
        else:
            change = f"({slot} {other} {amount} if {seat} else {slot} {sign} {amount})"
        if isinstance(statement, Step):  # within the ends, as was asked before
            self.put(f"{slot} = {change}")
        else:
            self._put_within(statement.where, track, slot, change)
        self._log_track(cell, slot)

    def _put_within(self, where: Where, track: Declared, slot: str, value: str) -> None:
        """Set a track as far as it goes."""
        wanted = self.temporary()
        self.put(f"{wanted} = {value}")
        self.put(f"if {track.low} <= {wanted} <= {track.high}: {slot} = {wanted}")
        self.put("else:")
        self.depth += 1
        self._stop(where, track, f"{wanted} > {track.high}")
        if track.stops:
            self.put(f"{slot} = {track.high} if {wanted} > {track.high} else {track.low}")
        self.depth -= 1

    def _stop(self, where: Where, track: Declared, upper: str) -> None:
        """A track comes to an end, the `upper` one if that is so: that is counted; where it is forbidden, an error."""
        if track.stops:
            self.put(f"m.ends[{2 * self.symbols.rulebook.tracks.index(track)} + ({upper})] += 1")
        else:
            message = f"`{track.id}` would go past its end, and is not to: it goes from {track.low} to {track.high}"
            place = self.lowering.constants.name((where.file, where.line, where.column, message))
            self.put(f"past_end(*{place})")

    def _set_track(self, statement: Assign, cell: Track) -> None:
        value = self.code(statement.amount)
        track = self.symbols.track(cell.track)
        slot, seat = self._track_slot(cell)
        if self.flow.logged:
            self.put(f"old = {slot}")
        other = f"-({value})"  # a mirrored track goes as far below 0 as above it
        mine = value if seat in ("", "0") else other if seat == "1" else f"{other} if {seat} else {value}"
        self._put_within(statement.where, track, slot, mine)
        self._log_track(cell, slot)

    def _log_track(self, cell: Track, slot: str) -> None:
        if self.flow.logged:
            track = self.symbols.track(cell.track)
            seat = self.code(cell.seat) if cell.seat is not None and not track.mirrored else "None"
            self.put(f"if {slot} != old: m.log.append(TrackMoved({cell.track!r}, {seat}, old, {slot}))")

    def put_list_change(self, statement: ListChange) -> None:
        item = self.code(statement.item)
        if statement.name is not None:
            current = self.env[statement.name]
        else:
            assert statement.cell is not None
            current = self.code(statement.cell)
        self.put(f"{current} = {'with_item' if statement.verb == 'add' else 'without_item'}({current}, {item})")

    def put_make(self, statement: Make) -> None:
        base = self.symbols.flag_base[statement.flag]
        things = statement.things
        if isinstance(things, Single) and not things.thing.type.optional:
            thing = self.simple(things.thing)
            self.put(f"{self.lowering.slot(base, thing)} = {statement.value}")
            self._log_flag(statement, thing)
            return
        name = self.temporary()
        self.put(f"for {name} in {self.lowering.snapshot(things, self.env)}:")
        self.put(f"    v[{base} + {name}] = {statement.value}")
        self.depth += 1
        self._log_flag(statement, name)
        self.depth -= 1

    def _log_flag(self, statement: Make, thing: str) -> None:
        kind = self.symbols.kind_of_noun(self.symbols.flags[statement.flag].of)
        known = self.lowering.slot(self.symbols.known_base, thing) if kind == "card" else "-1"
        self.log(FlagSet, repr(statement.flag), thing, str(statement.value), known)


def tame(expr: Expr, term_of: Callable[[int], Term]) -> bool:
    """Whether a number can't depend on a variable, so that adding it over and over grows no faster than the count of
    steps.
    """
    if isinstance(expr, Variable | Ref) and expr.type == NUMBER:
        return False
    if isinstance(expr, Arithmetic) and expr.sign == "*":
        return False
    if isinstance(expr, TermCall):
        body = term_of(expr.word).body
        return body is not None and tame(body, term_of) and all(tame(arg, term_of) for arg in expr.args)
    return all(tame(part, term_of) for part in expr.parts)
