// @ts-check
/** What happened in a step of a match, as log lines for a seat: what was chosen, and what differs on the board. */

import { textOf, thingsOf } from "./questions.js";

/** @typedef {{ text: string, id?: string }} Part */
/** @typedef {{ seat: number, decision: number, value: number | null, text: string, seenBy: number }} Choice */

export class Story {
  /** @param {import("./display.js").Display} display */
  constructor(display) {
    this.display = display;
    this.game = display.game;
  }

  /**
   * Return the choice of an option that is on offer, with the seats that may know it if it is a card or has cards.
   * @param {any} option An option of the question to the seat that decides.
   * @returns {Choice}
   */
  choice(option) {
    const { machine } = this.display;
    const { number, options } = /** @type {import("./machine.js").Decision} */ (machine.decision);
    const value = options[option.index];
    const asked = this.game.decisions[number];
    const cards = asked.has_cards && value !== null ? thingsOf(asked, value).filter(([kind]) => kind === "card") : [];
    const zones = cards.map(([, card]) => machine.zoneOf(card));
    const faces = zones.map((zone) => (zone === null ? 0 : this.game.faces_of_zones[zone]));
    const seenBy = faces.length ? faces.reduce((all, each) => all & each) : 0;
    return { seat: machine.seat, decision: number, value, text: option.text, seenBy };
  }

  /**
   * Return the events of a step, in order.
   * @param {number} reader The seat that reads them.
   * @param {Choice | null} choice Null for the start of the match.
   * @param {any} before The reader's board before it.
   * @param {any} after The one after it.
   * @param {ReturnType<import("./machine.js").Machine["takeTold"]>} told Sentences that were told in it.
   * @param {number} number Number of the first event.
   */
  tell(reader, choice, before, after, told, number) {
    const events = [];
    const add = (kind, seat, parts) => events.push(this.event(kind, seat, parts, reader, number + events.length));
    if (choice) {
      add("decision", choice.seat, this.choiceParts(choice, reader));
    }
    for (const sentence of told.filter((each) => each.readers & (2 ** reader))) {
      add("effect", choice?.seat ?? null, this.toldParts(sentence));
    }
    if (choice) {
      for (const parts of this.changes(before, after)) {
        add("effect", choice.seat, parts);
      }
    }
    const actor = this.display.machine.named("ACTOR");
    if (after.turns > before.turns && actor !== null && !after.ending) {
      add("turn", actor, this.line("turn", { seat: seatPart(this.display.seats[actor]) }));
    }
    if (after.ending) {
      add("end", null, [{ text: after.ending.text }]);
    }
    return withConsequences(events);
  }

  /** Lines of what a choice has brought, without the choice and the end of the match. */
  outcomeLines(reader, before, after, told) {
    const sentences = told.filter((each) => each.readers & (2 ** reader)).map((each) => this.toldParts(each));
    return [...sentences, ...this.changes(before, after)].map((parts) => parts.map((part) => part.text).join(""));
  }

  event(kind, seat, parts, reader, number) {
    const own = this.display.seats[reader].id;
    const isNamed = parts.some((part) => part.id === own || (part.id ?? "").endsWith(` of ${own}`));
    const text = parts.map((part) => part.text).join("");
    return { number, kind, seat: seat === null ? null : this.display.seats[seat].id, text, parts, concerns_you: isNamed && seat !== null && seat !== reader, consequences: [] };
  }

  choiceParts(choice, reader) {
    const { game, display } = this;
    const asked = game.decisions[choice.decision];
    const seat = seatPart(display.seats[choice.seat]);
    if (asked.sealed && reader !== choice.seat) {
      return this.line("chooses_in_secret", { seat });
    }
    if (asked.kind === "may" && !choice.value) {
      return this.line("declines", { seat, what: { text: asked.answers[1].text } });
    }
    const isSecret = asked.has_cards && choice.value !== null && reader !== choice.seat && !(choice.seenBy & (2 ** reader));
    const thing = asked.kind === "choose" && choice.value !== null ? game.things[asked.thing]?.[choice.value] : undefined;
    const what = isSecret ? { text: hiddenCards(game, asked, choice.value) } : { text: choice.text, id: thing?.id ?? "" };
    const isOwn = choice.value === null && asked.out.own !== null;
    return this.line(asked.purpose && !isOwn ? "chooses_to" : "chooses", { seat, what, purpose: { text: asked.purpose } });
  }

  /** The parts of a sentence of the rules, or of one that tells what a seat has chosen in secret. */
  toldParts({ number, values }) {
    const { parts, kinds, decision } = this.game.told[number];
    if (decision !== null) {
      return this.shownParts(this.game.decisions[decision], values[0], values[1]);
    }
    return parts.map((part) => {
      if (typeof part === "string") {
        return { text: part, id: "" };
      }
      const [kind, value] = [kinds[part], values[part]];
      const thing = value === null || Array.isArray(value) ? undefined : this.game.things[kind]?.[value];
      return { text: this.display.valueText(kind, value), id: thing?.id ?? "" };
    });
  }

  shownParts(asked, seat, value) {
    const what = { text: textOf(this.display, asked, value), id: this.game.things[asked.thing]?.[value]?.id ?? "" };
    const holes = { seat: seatPart(this.display.seats[seat]), what, purpose: { text: asked.purpose } };
    return this.line(asked.purpose ? "revealed_to" : "revealed", holes);
  }

  /** The parts of a sentence with its holes filled. */
  line(name, holes) {
    const parts = this.game.texts[name].split(/(\{\w+\})/).filter(Boolean).map((part) => (/^\{\w+\}$/.test(part) ? (holes[part.slice(1, -1)] ?? { text: "" }) : { text: part }));
    return parts.map((part) => ({ text: part.text, id: part.id ?? "" }));
  }

  /** Lines for the differences between two boards. */
  changes(before, after) {
    return [...this.pieceChanges(before, after), ...this.trackChanges(before, after), ...this.cardChanges(before, after)];
  }

  /** Pieces that are new in a place are paired with missing ones of their kind, first with those of the same state. */
  pieceChanges(before, after) {
    const [old, now] = [this.countPieces(before), this.countPieces(after)];
    const differences = [...new Map([...old, ...now]).entries()].map(([key, piece]) => ({ ...piece, amount: (now.get(key)?.amount ?? 0) - (old.get(key)?.amount ?? 0) }));
    const gains = differences.filter((each) => each.amount > 0);
    const losses = differences.filter((each) => each.amount < 0).map((each) => ({ ...each, amount: -each.amount }));
    const moves = [];
    const rules = [(a, b) => a.sort === b.sort, (a, b) => a.place.id === b.place.id, () => true];
    for (const isFit of rules) {
      for (const gain of gains) {
        for (const loss of losses.filter((each) => each.kind === gain.kind && each.seat?.id === gain.seat?.id && isFit(each, gain))) {
          const amount = Math.min(gain.amount, loss.amount);
          if (amount) {
            moves.push({ gain, loss, amount });
            gain.amount -= amount;
            loss.amount -= amount;
          }
        }
      }
    }
    return moves.flatMap(({ gain, loss, amount }) => this.moveLines(gain, loss, amount));
  }

  moveLines(gain, loss, amount) {
    const suffix = gain.seat ? "_of" : "";
    const noun = (sort) => ({ text: sort.nouns[amount === 1 ? 0 : 1] });
    const common = { count: { text: String(amount) }, seat: gain.seat ? seatPart(gain.seat) : undefined };
    const lines = [];
    if (gain.place.id !== loss.place.id) {
      lines.push(this.line(`pieces${suffix}`, { ...common, noun: noun(loss.sort), source: placePart(loss.place), target: placePart(gain.place) }));
    } else if (gain.sort !== loss.sort) {
      const holes = { noun: { text: gain.sort.plain_nouns[amount === 1 ? 0 : 1] }, old: { text: loss.sort.state }, new: { text: gain.sort.state } };
      lines.push(this.line(`state${suffix}`, { ...common, ...holes, place: placePart(gain.place) }));
    }
    return lines;
  }

  /** Pieces by place, owner and sort. */
  countPieces(board) {
    const counts = new Map();
    for (const place of [...Object.values(board.spaces), ...board.boxes]) {
      for (const share of place.shares) {
        for (const group of share.pieces) {
          const sort = this.game.pieces.find((each) => each.in_space.kind === group.kind && (!group.state || each.in_space.state === group.state));
          counts.set(JSON.stringify([place.id, share.seat?.id, group.kind, group.state]), { place, seat: share.seat, kind: group.kind, sort, amount: group.amount });
        }
      }
    }
    return counts;
  }

  trackChanges(before, after) {
    return after.tracks.flatMap((track, at) => {
      const rules = this.game.tracks[track.id];
      const isMirrored = rules.steps.some((each) => each.sign < 0);
      return track.steps.flatMap((step, number) => {
        const old = before.tracks[at].steps[number].step;
        if (old === step.step || (isMirrored && number)) {
          return [];
        }
        const name = isMirrored ? "track_seen_by" : step.seat && !step.title ? "track_of" : "track";
        const holes = { track: { text: step.title || track.title }, old: { text: String(old) }, new: { text: String(step.step) } };
        return [this.line(name, { ...holes, seat: step.seat ? seatPart(step.seat) : undefined })];
      });
    });
  }

  /** Cards that the reader saw move, and the number of those that moved unseen from one pile to another. */
  cardChanges(before, after) {
    const [old, now] = [pilesOf(before), pilesOf(after)];
    const places = new Map(old.flatMap(({ pile }, at) => pile.cards.flatMap((card) => (card ? [[card.id, at]] : []))));
    const changes = now.map(({ pile }, at) => pile.cards.length - old[at].pile.cards.length);
    const moves = new Map();
    const lines = [];
    for (const [at, { pile, place }] of now.entries()) {
      for (const card of pile.cards.filter(Boolean)) {
        const from = places.get(card.id);
        if (from === at || (from === undefined && changes[at] <= 0)) {
          continue;
        }
        changes[at] -= 1;
        if (from === undefined) {
          lines.push(this.line("card_comes", { card: { text: card.title, id: card.id }, target: this.pilePart(pile, place) }));
        } else {
          changes[from] += 1;
          const key = JSON.stringify([from, at]);
          moves.set(key, [...(moves.get(key) ?? []), card]);
        }
      }
    }
    for (const [key, cards] of moves) {
      const [from, at] = JSON.parse(key);
      lines.push(this.cardLine(cards.flatMap((card, place) => [...(place ? [{ text: ", " }] : []), { text: card.title, id: card.id }]), now[from], now[at]));
    }
    const [givers, takers] = [-1, 1].map((sign) => [...changes.keys()].filter((at) => changes[at] * sign > 0));
    if (givers.length === 1 && takers.length === 1 && changes[givers[0]] === -changes[takers[0]]) {
      const count = changes[takers[0]];
      const said = count === 1 ? this.game.texts.a_card : this.game.texts.some_cards.replace("{count}", String(count));
      lines.push(this.cardLine([{ text: said }], now[givers[0]], now[takers[0]]));
    }
    return lines;
  }

  cardLine(cards, source, target) {
    const parts = this.line("cards", { cards: { text: "\u0000" }, source: this.pilePart(source.pile, source.place), target: this.pilePart(target.pile, target.place) });
    return parts.flatMap((part) => (part.text === "\u0000" ? cards.map((card) => ({ text: card.text, id: card.id ?? "" })) : [part]));
  }

  pilePart(pile, place) {
    const owner = pile.seat ?? place;
    return { text: owner ? `${pile.title} (${owner.title})` : pile.title, id: pile.seat ? `${pile.zone} of ${pile.seat.id}` : (place?.id ?? pile.zone) };
  }
}

/** All piles with the space that has them, in an order that never changes. */
function pilesOf(board) {
  return [...board.piles.map((pile) => ({ pile, place: null })), ...Object.values(board.spaces).flatMap((space) => space.piles.map((pile) => ({ pile, place: space })))];
}

function seatPart(seat) {
  return { text: seat.title, id: seat.id };
}

function placePart(place) {
  return { text: place.seat ? `${place.title} (${place.seat.title})` : place.title, id: place.id };
}

/** Events with the effects that follow each of them as its consequences. */
function withConsequences(events) {
  const told = [];
  for (const event of events) {
    if (event.kind === "effect" && told.length) {
      told.at(-1).consequences.push(event);
    } else {
      told.push(event);
    }
  }
  return told;
}

/** Cards that somebody else has chosen, as text: one, or the number of a subset. */
function hiddenCards(game, asked, value) {
  const count = asked.subset ? thingsOf(asked, value).length : 1;
  return count === 1 ? game.texts.a_card : game.texts.some_cards.replace("{count}", String(count));
}
