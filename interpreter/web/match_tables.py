"""Tables from the memory of a match to the board document, for a page that plays a game without Python.

The page keeps a match as cells, zones and numbered options. These tables say which cells a part of the board is read
from, and which texts go with them. Texts, labels and colours are made here, by the functions that make them for every
other screen; the page only puts numbers and names in their places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from interpreter.engine.view import owners_of, view_of
from interpreter.language.execution.executable import DecisionInfo, ToldSentence
from interpreter.language.ir.builders import descendants_of
from interpreter.language.ir.expressions import Expr, Ref
from interpreter.language.queries import NameValues
from interpreter.language.sentence_holes import WINNERS, SentencePart
from interpreter.matches.match import Game
from interpreter.presentation.board.contents import build_board, describe_pieces, split_keys, title_of_pile
from interpreter.presentation.board.document import NamedThing
from interpreter.presentation.board.question_builder import label_answers, way_out_label
from interpreter.presentation.log_lines import told_parts
from interpreter.presentation.questions import offer_text, option_text, topic_of, usual_prompt
from interpreter.presentation.speech import Localizer, MessageCatalog
from interpreter.rulebook.model import PieceKind
from interpreter.rulebook.text import slug

SENTENCES = (
    "nothing", "nobody", "and", "or", "end", "waits", "turn", "chooses", "chooses_to", "declines", "a_card",
    "some_cards", "served_cover", "pieces", "pieces_of", "captured",
    "captured_of", "state", "state_of", "cards", "card_comes", "track",
    "track_of", "track_seen_by", "chooses_in_secret", "revealed", "revealed_to",
)  # fmt: skip
"""Sentences of the language that the page fills itself."""
HOLES = (
    "winners", "reason", "seat", "what", "purpose", "noun", "source", "target", "place", "old", "new", "cards", "card",
    "track",
)  # fmt: skip
"""Their holes, apart from that of a number."""
MANY = 987_654_321
"""A number that stands for any number but one, while texts are made."""


class MatchTables:
    """The tables of a game in a language.

    Attributes:
        asked: The expressions in the holes of the tables' sentences, with the names in them. The page evaluates them as
            questions of the module, by their index.
    """

    def __init__(self, game: Game, speech: MessageCatalog) -> None:
        self.asked: list[tuple[Expr, NameValues]] = []
        self._game = game
        self._book, self._symbols = game.rulebook, game.program.symbols
        self._speaker: Localizer = game.speaker(speech)
        self._names = self._speaker.names
        self._look = game.look(self._names)
        self._queries = game.sentences.queries

    def document(self) -> dict[str, Any]:
        """Return the tables as plain data."""
        game, speaker = self._game, self._speaker
        start = view_of(game, game.initial_state(0, logged=False), None)
        score = "never" if self._book.score is None else "end" if game.is_score_hidden else "always"
        return {
            "board": build_board(self._look, start).to_json() | {"cards": {}},
            "faces": {card: asdict(self._look.face(card)) for card in game.card_ids},
            "things": {
                kind: [asdict(each) for each in self._things(ids)] for kind, ids in self._symbols.labels.items()
            },
            "pieces": list(self._pieces()),
            "shares": [self._variable(each.id) for each in self._book.variables if self._is_shared(each.per)],
            "space_variables": [self._variable(each.id) for each in self._book.variables if each.per == ("space",)],
            "variables": [
                self._variable(each.id)
                for each in self._book.variables
                if each.per != ("space",) and not self._is_shared(each.per)
            ],
            "flags": list(self._flags()),
            "zones": list(self._zones()),
            "tracks": {track.id: self._track(track.id) for track in self._book.tracks},
            "faces_of_zones": list(self._symbols.faces),
            "goals": speaker.sentences.goals_by_side(speaker),
            "side": self._side(),
            "score": score,
            "decisions": [
                self._decision(at, each.info) for at, each in enumerate(game.program.lowered(True).decisions)
            ],
            "endings": {reason: self._ending(reason) for reason in self._book.player_texts.endings},
            "texts": {name: self._template(name) for name in SENTENCES},
        }

    def texts_of(self, words: Sequence[str]) -> list[str]:
        """Return words of the rules as texts: reasons of endings, states, labels."""
        return [self._speaker.label(word) for word in words]

    def told(self, sentences: Sequence[ToldSentence]) -> list[dict[str, Any]]:
        """Return sentences that players are told: their parts, and the kinds of their values, True for lists.

        A choice that becomes known has no parts, but the decision's number.
        """
        return [
            {
                "parts": told_parts(self._speaker, each.text) if each.decision is None else [],
                "kinds": each.kinds,
                "many": each.many,
                "decision": each.decision,
            }
            for each in sentences
        ]

    def _template(self, sentence: str) -> str:
        """Return a sentence with its holes."""
        holes = {hole: f"{{{hole}}}" for hole in HOLES}
        return self._speaker.say(sentence, count=MANY, **holes).removeprefix("  ").replace(str(MANY), "{count}")

    # -- things and positions

    def _things(self, ids: Sequence[str]) -> Iterator[NamedThing]:
        for thing_id in ids:
            yield self._look.seats.get(thing_id) or NamedThing(thing_id, self._names.title_of(thing_id))

    def _pieces(self) -> Iterator[dict[str, Any]]:
        """Yield the sorts of pieces in the order of a view: kind, owner, state; with the first cell of their places."""
        for kind in self._book.pieces:
            for at, owner in enumerate(owners_of(self._game, kind)):
                for sort, state in zip(self._symbols.sorts[kind.id], kind.states or (None,), strict=True):
                    seat = self._game.seats.index(owner) if owner in self._game.seats else None
                    own = "" if state is None else f"{self._speaker.label(state)} "
                    yield {
                        "seat": seat,
                        "cell": self._symbols.owner_bases(sort)[at],
                        "state": state and self._speaker.label(state),
                        "in_space": self._piece_texts(kind, state or ""),
                        "in_box": self._piece_texts(kind, ""),
                        "nouns": [f"{own}{noun}" for noun in self._nouns(kind)],
                        "plain_nouns": list(self._nouns(kind)),
                    }

    def _nouns(self, kind: PieceKind) -> tuple[str, str]:
        """Return the noun of one piece, and that of several."""
        if self._names.is_translated(kind.id):
            return (title := self._names.localize(kind.title)), title
        return self._names.safe(kind.noun.one), self._names.safe(kind.noun.many)

    def _piece_texts(self, kind: PieceKind, state: str) -> dict[str, Any]:
        one, several = (describe_pieces(self._names, kind, state, amount) for amount in (1, MANY))
        return asdict(one) | {"several": several.text.replace(str(MANY), "{count}")}

    def _is_shared(self, per: Sequence[str]) -> bool:
        return set(per) == {"seat", "space"}

    def _variable(self, variable_id: str) -> dict[str, Any] | None:
        """Return a variable that is shown, or None. `keys` are the things it is kept for, outermost first."""
        symbols = self._symbols
        variable = symbols.variables[variable_id]
        if variable.title is None or variable.visible != "everyone":
            return None
        return {
            "id": variable_id,
            "title": self._names.localize(variable.title),
            "cell": symbols.variable_base[variable_id],
            "kind": symbols.kind_of_noun(variable.kind.split()[-1]),
            "many": variable.kind.startswith("list"),
            "keys": [{"kind": symbols.kind_of_noun(per), "count": symbols.size_of(per)} for per in variable.per],
            "seat_first": variable.per[:1] == ("seat",),
        }

    def _flags(self) -> Iterator[dict[str, Any]]:
        for flag in self._book.flags:
            of = self._symbols.kind_of_noun(flag.of)
            title = self._names.label(flag.id, flag.id.replace("_", " "))
            cell = self._symbols.flag_base[flag.id]
            yield {"id": flag.id, "title": title, "cell": cell, "kind": of, "in_space": flag.of == "space"}

    def _zones(self) -> Iterator[dict[str, Any]]:
        """Yield all zones by number, each with the seat and the space that have it."""
        for zone in self._book.zones:
            for keys in self._book.keys_of_zone(zone):
                seat, kept_for = split_keys(zone, keys)
                space = next((key for per, key in zip(zone.per, keys, strict=True) if per == "space"), None)
                yield {
                    "zone": zone.label(kept_for),
                    "title": title_of_pile(self._names, zone, kept_for),
                    "seat": None if seat is None else self._game.seats.index(seat),
                    "space": None if space is None else self._symbols.labels["space"].index(space),
                }

    def _track(self, track_id: str) -> dict[str, Any]:
        track, base = self._symbols.track(track_id), self._symbols.track_base[track_id]
        seats = enumerate(self._game.seats)
        cells: list[tuple[int | None, int, int]] = [(None, base, 1)]
        if track.mirrored:
            cells = [(0, base, 1), (1, base, -1)]
        elif track.per_seat:
            cells = [(at, base + at, 1) for at, _ in seats]
        steps = []
        for seat, cell, sign in cells:
            own = None if seat is None else track.names.get(self._game.seats[seat])
            title = "" if own is None else self._names.localize(own[1])
            seat_id = None if seat is None else self._game.seats[seat]
            gives = [
                [self._names.label(name, name.replace("_", " ")), values]
                for name, values in track.gives.items()
                if self._look.yields.is_read(seat_id, track_id, name)
            ]
            steps.append({"seat": seat, "cell": cell, "sign": sign, "title": title, "gives": gives})
        return {"steps": steps}

    # -- decisions and endings

    def _decision(self, number: int, info: DecisionInfo) -> dict[str, Any]:
        speaker = self._speaker
        kind = info.type.kind
        made: dict[str, Any] = {
            "kind": info.kind,
            "thing": kind,
            "topic": topic_of(info),
            "parts": info.parts,
            "width": info.width,
            "subset": None if info.subset is None else {"kind": info.subset.kind, "table": info.subset.numbering.table},
            "has_cards": info.has_cards,
            "sealed": info.sealed is not None,
            "prompt": usual_prompt(speaker, info, "{options}"),
            "question": self._question(number, "question"),
            "purpose": speaker.label(info.label) if info.label else "",
            "answers": [],
            "out": {
                "key": info.way_out or "none",
                "text": option_text(speaker, info, None) if info.kind == "choose" else "",
                "own": self._question(number, info.way_out) if info.way_out else None,
                "label": way_out_label(info),
            },
        }
        if info.kind != "choose":
            labels, is_either = label_answers(speaker, info), info.kind == "either"
            for value in range(len(info.labels)) if is_either else (0, 1):
                key = slug(info.labels[value]) if is_either else ("no", "yes")[value]
                made["answers"].append(
                    {
                        "key": key,
                        "text": option_text(speaker, info, value),
                        "label": labels[key],
                        "offer": offer_text(speaker, info.labels[value]) if is_either else "",
                    }
                )
        return made

    def _side(self) -> dict[str, Any] | None:
        """Return the question for a seat's side, and those for the zones whose cards a reader must know to know it.

        None: sides have no goals of their own, or the page can't work out who knows them.
        """
        found = self._speaker.sentences.side_with_goal()
        if found is None:
            return None
        name, expr = found
        names = self._queries.bind_value(name, 0, NameValues())
        zones: list[Expr] = []

        def collect(zone: Expr) -> bool:
            zones.append(zone)
            return True

        if self._game.program.analysis.secrets.is_hidden(
            expr, lambda variable: self._symbols.variables[variable].visible == "everyone", collect
        ):
            return None
        try:
            self._queries.lower_scoped([(zone, names) for zone in zones])
        except KeyError:  # a zone depends on a bound name of a set
            return None
        return {"asks": self._ask(expr, names), "zones": [[self._ask(zone, names), zone.type.many] for zone in zones]}

    def _question(self, number: int, part: str) -> list[Any] | None:
        parts = self._speaker.sentences.parts_of_question(self._speaker, number, part)
        return None if parts is None else self._sentence(parts, self._queries.names_at(number))

    def _ending(self, reason: str) -> list[Any] | None:
        parts = self._speaker.sentences.parts_of_ending(self._speaker, reason)
        return None if parts is None else self._sentence(parts, self._queries.bind_value(WINNERS, (), NameValues()))

    def _sentence(self, parts: Sequence[SentencePart], names: NameValues) -> list[Any]:
        """Return the parts of a sentence: texts, and holes.

        A hole has the number of its question, the kind of its value, and the questions for cards that the reader must
        know.
        """
        made: list[Any] = []
        for part in parts:
            if isinstance(part, str):
                made.append(self._names.safe(part))
                continue
            cards = [
                each
                for each in descendants_of(part)
                if isinstance(each, Ref) and each.type.kind == "card" and each.local in names.bindings
            ]
            made.append(
                {
                    "asks": self._ask(part, names),
                    "kind": part.type.kind,
                    "many": part.type.many,
                    "cards": [[self._ask(each, names), each.type.many] for each in cards],
                }
            )
        return made

    def _ask(self, expr: Expr, names: NameValues) -> int:
        self.asked.append((expr, names))
        return len(self.asked) - 1
