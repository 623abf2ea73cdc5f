// @ts-check
/** The board document of a position in the module's memory, as the module `match_tables` describes it. */

/** @typedef {import("./machine.js").Machine} Machine */

export class Display {
  /**
   * @param {any} game The game's document.
   * @param {Machine} machine
   */
  constructor(game, machine) {
    this.game = game;
    this.machine = machine;
    this.seats = game.things.seat;
    this.everyone = 2 ** this.seats.length - 1;
    /** Mask of the seats for which a board is made. */
    this.readers = this.everyone;
  }

  /**
   * Return the board of a seat, or that of a spectator, without question and events.
   * @param {number | null} seat
   */
  board(seat) {
    const { game, machine } = this;
    const sees = seat === null ? this.everyone : 2 ** seat;
    this.readers = sees;
    const held = this.heldPieces();
    const piles = this.allPiles(sees);
    const known = piles.flatMap(({ pile }) => pile.cards.filter(Boolean).map((card) => card.id));
    const isOver = machine.decision === null;
    const areScored = game.score === "always" || (game.score === "end" && isOver);
    return {
      ...game.board,
      seat: seat === null ? null : this.seats[seat],
      turns: machine.named("TURNS"),
      spaces: Object.fromEntries(Object.values(game.board.spaces).map((space, place) => [space.id, this.space(space, place, held, piles)])),
      boxes: game.board.boxes.map((box, at) => this.box(box, at, held)),
      tracks: game.board.tracks.map((track) => ({ ...track, steps: this.steps(game.tracks[track.id], track.low) })),
      variables: shown(game.variables, (each) => this.variable(each)),
      flags: this.flags(sees),
      piles: piles.filter(({ space }) => space === null).map(({ pile }) => pile),
      cards: Object.fromEntries(known.map((id) => [id, game.faces[id]])),
      standing: this.seats.map((each, at) => ({ seat: each, goal: game.goals[each.id][this.knownSide(at, sees)], score: areScored ? machine.score(at) : null })),
      ending: isOver ? this.ending() : null,
    };
  }

  /** The side of a seat, if its readers know all cards that it depends on; else an empty text. */
  knownSide(seat, readers) {
    const { machine } = this;
    const { side } = this.game;
    const isKnown = side?.zones.every(([asks, many]) => [machine.ask(asks, many, seat) ?? []].flat().every((zone) => machine.zone(zone).every((card) => machine.isKnown(card, readers))));
    const found = isKnown ? machine.ask(side.asks, false, seat) : null;
    return found === null ? "" : this.game.things.side[found].id;
  }

  /** All pieces by place, in the order of the rules. */
  heldPieces() {
    const places = this.game.things.place.length;
    return Array.from({ length: places }, (_, place) =>
      this.game.pieces.flatMap((sort) => {
        const amount = this.machine.cell(sort.cell + place);
        return amount ? [{ sort, amount }] : [];
      }),
    );
  }

  space(space, place, held, piles) {
    const { game } = this;
    return {
      ...space,
      shares: this.shares(held[place], place, "in_space"),
      variables: shown(game.space_variables, (each) => this.value(each, this.machine.cell(each.cell + place))),
      flags: game.flags.filter((flag) => flag.in_space && this.machine.cell(flag.cell + place)).map((flag) => ({ id: flag.id, title: flag.title, mark: "" })),
      piles: piles.filter((each) => each.space === place).map(({ pile }) => pile),
    };
  }

  box(box, at, held) {
    const place = Object.keys(this.game.board.spaces).length + at;
    return { ...box, shares: this.shares(held[place], place, "in_box") };
  }

  /** The share of each seat in a place, then that of nobody. */
  shares(held, place, where) {
    return [...this.seats.keys(), null].flatMap((seat) => {
      const pieces = held.filter((each) => each.sort.seat === seat).map(({ sort, amount }) => piecesOf(sort[where], amount));
      const kept = seat !== null && where === "in_space" ? shown(this.game.shares, (each) => this.value(each, this.machine.cell(cellOf(each, seat, place)))) : [];
      return pieces.length || kept.length ? [{ seat: seat === null ? null : this.seats[seat], pieces, variables: kept }] : [];
    });
  }

  steps(track, low) {
    return track.steps.map(({ seat, cell, sign, title, gives }) => {
      const step = sign * (this.machine.cell(cell) ?? 0) || 0;
      return { seat: seat === null ? null : this.seats[seat], title, step, gives: gives.map(([name, values]) => [name, values[step - low]]) };
    });
  }

  /** A variable that belongs to no space: its value, or one for each key. */
  variable(variable) {
    const byKey = (keys, first) => {
      if (!keys.length) {
        return this.value(variable, this.machine.cell(first));
      }
      const [key, ...rest] = keys;
      const width = rest.reduce((product, each) => product * each.count, 1);
      const values = this.game.things[key.kind].slice(0, key.count).map((thing, at) => [thing, byKey(rest, first + at * width)]);
      const worth = values.filter(([, each]) => each !== null);
      return worth.length ? { values: worth } : null;
    };
    return byKey(variable.keys, variable.cell);
  }

  /** A value for display, or null if it isn't worth showing. */
  value(variable, word) {
    const isNumber = variable.kind === "number";
    const named = (each) => (each === null || isNumber || variable.kind === "flag" ? each : this.game.things[variable.kind][each]);
    const isSeen = (each) => variable.kind !== "card" || each === null || this.machine.isKnown(each, this.readers);
    if (variable.many) {
      const members = this.machine.list(word).filter(isSeen).map(named);
      return members.length ? members : null;
    }
    const found = variable.kind === "flag" ? Boolean(word) : isSeen(word) ? named(word) : null;
    return found || null;
  }

  /** Flags of other things than spaces. */
  flags(sees) {
    return this.game.flags.flatMap((flag) => {
      if (flag.in_space) {
        return [];
      }
      const isSet = (at) => this.machine.cell(flag.cell + at) && (flag.kind !== "card" || this.machine.isKnown(at, sees));
      const things = this.game.things[flag.kind].filter((_, at) => isSet(at));
      return things.length ? [{ id: flag.id, title: flag.title, things }] : [];
    });
  }

  /** All zones with their cards from the top, null for an unknown face, and the space that has them. */
  allPiles(sees) {
    return this.game.zones.map(({ zone, title, seat, space }, number) => {
      const cards = this.machine.zone(number).map((card) => (this.machine.isKnown(card, sees) ? this.game.things.card[card] : null));
      return { space, pile: { zone, title, seat: seat === null ? null : this.seats[seat], cards } };
    });
  }

  ending() {
    const { game, machine } = this;
    const winners = machine.list(/** @type {number} */ (machine.named("WINNERS"))).map((seat) => this.seats[seat ?? 0]);
    const [reason, side] = [machine.named("REASON") ?? 0, machine.named("SIDE")];
    const named = side === null ? null : game.things.side[side];
    const who = (named ? [named] : winners).map((each) => each.title).join(game.texts.and) || game.texts.nobody;
    const own = this.sentence(game.endings[game.reasons[reason]] ?? null, this.everyone, /** @type {number} */ (machine.named("WINNERS")));
    return { winners, side: named, reason: game.reasons[reason], text: own ?? fillHoles(game.texts.end, { winners: who, reason: game.reason_texts[reason] }) };
  }

  /**
   * Return a sentence for readers, or null if there is none, or if it depends on a card that they don't know.
   * @param {any[] | null} parts
   * @param {number} readers
   * @param {number[]} given
   * @returns {string | null}
   */
  sentence(parts, readers, ...given) {
    if (parts === null) {
      return null;
    }
    let said = "";
    for (const part of parts) {
      if (typeof part === "string") {
        said += part;
        continue;
      }
      const value = this.machine.ask(part.asks, part.many, ...given);
      const cards = part.cards.flatMap(([asks, many]) => this.machine.ask(asks, many, ...given) ?? []);
      const shownCards = part.kind === "card" ? [value ?? []].flat() : [];
      if (![...cards, ...shownCards].every((card) => this.machine.isKnown(card, readers))) {
        return null;
      }
      said += this.valueText(part.kind, value);
    }
    return said.split(/\s+/).filter(Boolean).join(" ");
  }

  /** A thing, a number or a word, or several, as text. */
  valueText(kind, value) {
    const { texts } = this.game;
    if (Array.isArray(value)) {
      const said = [...new Set(value)].map((each) => this.valueText(kind, each));
      return said.length > 1 ? `${said.slice(0, -1).join(", ")}${texts.and}${said.at(-1)}` : (said[0] ?? (kind === "seat" ? texts.nobody : texts.nothing));
    }
    if (value === null) {
      return texts.nothing;
    }
    return this.thingText(kind, value);
  }

  /** The name of a thing of a kind, or a number. */
  thingText(kind, value) {
    return this.game.things[kind]?.[value].title ?? String(value);
  }
}

/** Variables that have a value worth showing. */
function shown(variables, valueOf) {
  return variables.flatMap((variable) => {
    const value = variable === null ? null : valueOf(variable);
    return value === null ? [] : [{ id: variable.id, title: variable.title, value }];
  });
}

function cellOf(variable, seat, space) {
  const [first, second] = variable.seat_first ? [seat, space] : [space, seat];
  return variable.cell + first * variable.keys[1].count + second;
}

function piecesOf({ several, ...group }, amount) {
  return { ...group, amount, text: amount === 1 ? group.text : several.replace("{count}", String(amount)) };
}

/**
 * Return a sentence with its holes filled.
 * @param {string} sentence
 * @param {Record<string, string | number>} parts
 */
export function fillHoles(sentence, parts) {
  return sentence.replace(/\{(\w+)\}/g, (hole, name) => String(parts[name] ?? hole));
}
