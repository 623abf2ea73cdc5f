"""Red Flag's card play as one would write it by hand in plain Python: the yardstick beside the generic interpreter.

A sketch, not the game: three rounds of cards for events, operations or momentum, and the scoring, but events of three
patterns only, no discs, objectives, bonus actions or Final Crisis. The operations are whole, with control fixed
once before removing and once before placing, strength and drawn cards.
"""

from __future__ import annotations

from random import Random

ROYALISTS, ASSEMBLY, REPUBLICANS, CHURCH, PRESS, SOCIAL = range(6)
VALERIEN, ISSY, VINCENNES, MONTMARTRE, CAILLES, LACHAISE, HEADQUARTERS, PRUSSIANS = range(6, 14)
SPHERES = (range(6), range(6, 12))
AREAS = (range(3), range(3, 6), range(6, 9), range(9, 12))
HOME = {LACHAISE: 0, SOCIAL: 0, ROYALISTS: 1}
TWO_WAY = (
    (ROYALISTS, CHURCH), (ROYALISTS, PRESS), (REPUBLICANS, PRESS), (REPUBLICANS, SOCIAL), (CHURCH, PRESS),
    (PRESS, SOCIAL), (VALERIEN, MONTMARTRE), (VALERIEN, HEADQUARTERS), (ISSY, HEADQUARTERS), (ISSY, CAILLES),
    (ISSY, VINCENNES), (MONTMARTRE, CAILLES), (MONTMARTRE, LACHAISE), (CAILLES, LACHAISE), (LACHAISE, VINCENNES),
    (LACHAISE, PRUSSIANS), (VINCENNES, PRUSSIANS),
)  # fmt: skip
ONE_WAY = ((ROYALISTS, ASSEMBLY), (REPUBLICANS, ASSEMBLY))
ENTRANCES = tuple(
    tuple(a for a, b in (*TWO_WAY, *((b, a) for a, b in TWO_WAY), *ONE_WAY) if b == space) for space in range(12)
)
SIDE = tuple(1 if card < 16 else 0 if card < 32 else None for card in range(39))
OPS = tuple((1 + card % 16 // 8) if card < 32 else 3 for card in range(39))
EVENTS = tuple(("place", "remove", "replace")[card % 3] for card in range(39))
STOP = -1


class Sketch:
    """One game; `decisions` counts the choices between at least two options."""

    def __init__(self, rng: Random) -> None:
        self.random = rng.random
        self.decisions = 0
        self.cubes = [[0] * 12, [0] * 12]
        for side, space in ((1, ROYALISTS), (1, PRESS), (0, PRESS), (0, SOCIAL), (0, LACHAISE)):
            self.cubes[side][space] = 1
        self.pool = [0, 0]
        self.track = [9, 6]
        self.momentum = [0, 0]
        self.points = [0, 0]
        self.deck = list(range(39))
        rng.shuffle(self.deck)

    def choose(self, options: list[int]) -> int:
        if len(options) == 1:
            return options[0]
        self.decisions += 1
        return options[int(self.random() * len(options))]

    def play(self) -> int:
        for _ in range(3):
            hands = [[self.deck.pop() for _ in range(4)] for _ in range(2)]
            for _ in range(3):
                for side in (0, 1):
                    self.play_card(side, hands[side])
            for area in AREAS:
                for side in (0, 1):
                    if all(self.cubes[side][s] > self.cubes[1 - side][s] for s in area):
                        self.points[side] += 1
        return 0 if self.points[0] >= self.points[1] else 1

    def play_card(self, side: int, hand: list[int]) -> None:
        card = self.choose(hand)
        hand.remove(card)
        uses = [0]
        if SIDE[card] is None or SIDE[card] == side:
            uses.append(1)
        if self.momentum[side] < 3:
            uses.append(2)
        use = self.choose(uses)
        if use == 2:
            self.momentum[side] += 1
            self.pool[side] += 2 * side
        elif use == 1:
            self.event(side, EVENTS[card], AREAS[card % 4])
        else:
            self.operate(side, OPS[card], SPHERES[self.choose([0, 1])])

    def event(self, side: int, kind: str, area: range) -> None:
        mine, theirs = self.cubes[side], self.cubes[1 - side]
        for _ in range(2):
            if kind == "place":
                spaces = [s for s in area if mine[s] < 4] if self.pool[side] or self.track[side] else []
            else:
                spaces = [s for s in area if theirs[s]]
            if not spaces or (space := self.choose([*spaces, STOP])) == STOP:
                return
            if kind != "place":
                self.remove(1 - side, space)
            if kind != "remove" and (self.pool[side] or self.track[side]) and mine[space] < 4:
                self.place(side, space)

    def held(self, side: int) -> list[bool]:
        mine, theirs = self.cubes[side], self.cubes[1 - side]
        held = [mine[s] > theirs[s] for s in range(12)]
        return [*held, side == 1, side == 1 and self.momentum[1] == 3]

    def reach(self, side: int, area: range, held: list[bool]) -> list[int]:
        mine = self.cubes[side]
        return [s for s in area if mine[s] or HOME.get(s) == side or any(held[e] for e in ENTRANCES[s])]

    def operate(self, side: int, points: int, area: range) -> None:
        mine, theirs = self.cubes[side], self.cubes[1 - side]
        held = self.held(side)
        reach = self.reach(side, area, held)
        while points:
            spaces = [s for s in reach if theirs[s]]
            if not spaces or (space := self.choose([*spaces, STOP])) == STOP:
                break
            points -= 1
            if area[0]:
                strength = sum(held[e] for e in ENTRANCES[space]) + (mine[space] > 0) + held[space]
                if points and strength < 3 and self.choose([0, 1]):
                    points -= 1
                    strength += 1
                if strength < 3 and (not self.deck or strength < OPS[self.deck.pop()]):
                    continue
            self.remove(1 - side, space)
        reach = self.reach(side, area, self.held(side))
        while points and (self.pool[side] or self.track[side]):
            spaces = [s for s in reach if mine[s] < 4]
            if not spaces or (space := self.choose([*spaces, STOP])) == STOP:
                break
            points -= 1
            self.place(side, space)

    def place(self, side: int, space: int) -> None:
        if self.pool[side]:
            self.pool[side] -= 1
        else:
            self.track[side] -= 1
        self.cubes[side][space] += 1

    def remove(self, side: int, space: int) -> None:
        self.cubes[side][space] -= 1
        if side or self.pool[0] < (0, 2, 3, 4)[self.momentum[0]]:
            self.pool[side] += 1
