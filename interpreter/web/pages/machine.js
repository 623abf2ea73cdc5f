// @ts-check
/** A match in the memory of the game's WebAssembly module: begun, continued, and read. */

const WORD = 8;
const NOTHING = -(1n << 63n);
const LOWEST = -0x80000000;
const HIGH = 0x100000000;

/**
 * @typedef {{ number: number, options: (number | null)[] }} Decision Number of the decision, and the values of its options.
 */

export class Machine {
  /**
   * @param {any} game The game's document.
   * @param {any} exports Exports of the module.
   */
  constructor(game, exports) {
    this.game = game;
    this.exports = exports;
    this.halves = new Int32Array(exports.memory.buffer);
  }

  /**
   * Return the word at an address, or null for nothing.
   * @param {number} address
   * @returns {number | null}
   */
  word(address) {
    const at = address / 4;
    const [low, high] = [this.halves[at], this.halves[at + 1]];
    return high === LOWEST && low === 0 ? null : high * HIGH + (low >>> 0);
  }

  /** @param {string} name */
  named(name) {
    return this.word(this.game.memory[name]);
  }

  /**
   * Write a word.
   * @param {number} address
   * @param {number} value
   */
  write(address, value) {
    this.halves[address / 4] = value | 0;
    this.halves[address / 4 + 1] = Math.floor(value / HIGH);
  }

  /**
   * Return a list.
   * @param {number} address
   * @returns {(number | null)[]}
   */
  list(address) {
    return Array.from({ length: this.word(address) ?? 0 }, (_, at) => this.word(address + WORD * (at + 1)));
  }

  /**
   * Return a cell of the position.
   * @param {number} number
   */
  cell(number) {
    return this.word(this.game.memory.CELLS + WORD * number);
  }

  /**
   * Return the cards of a zone from the top.
   * @param {number} zone
   * @returns {number[]}
   */
  zone(zone) {
    const { ZONES, ZONE_SIZE } = this.game.memory;
    return /** @type {number[]} */ (this.list(ZONES + ZONE_SIZE * zone)).reverse();
  }

  /**
   * Return true if all seats of a mask know which card has a number.
   * @param {number} card
   * @param {number} seats
   */
  isKnown(card, seats) {
    return ((this.word(this.game.memory.KNOWN + WORD * card) ?? 0) & seats) === seats;
  }

  /**
   * Return what decides if a choice can be taken back: the state of the match's chance, and for each card the seats that know it.
   * @returns {{ chance: string, known: number[] }}
   */
  knowledge() {
    const at = this.game.memory.RANDOM / 4;
    const cards = Object.keys(this.game.faces).length;
    const known = Array.from({ length: cards }, (_, card) => this.word(this.game.memory.KNOWN + WORD * card) ?? 0);
    return { chance: `${this.halves[at]} ${this.halves[at + 1]}`, known };
  }

  /**
   * Return the zone that a card is in.
   * @param {number} card
   */
  zoneOf(card) {
    return this.word(this.game.memory.WHERE + WORD * card);
  }

  /**
   * Let each seat be played by its tables, or at random.
   * @param {boolean[]} byTable
   */
  setPlayers(byTable) {
    const { PLAYERS, BOTS } = this.game.memory;
    const tables = this.list(BOTS);
    for (const [seat, isByTable] of byTable.entries()) {
      this.write(PLAYERS + WORD * seat, isByTable ? (tables[seat] ?? 0) : 0);
    }
  }

  /** @param {number} seed */
  begin(seed) {
    this.exports.begin_match(BigInt(seed));
  }

  /** @param {number} index */
  answer(index) {
    this.exports.answer(BigInt(index));
  }

  /**
   * Return the position: the bytes at their addresses, and the seat whose turn began last.
   * @returns {{ parts: [number, Uint8Array][], actor: number }}
   */
  keep() {
    const { POSITION, POSITION_SIZE, FRAMES } = this.game.memory;
    const [frames, lists, end] = ["FRAMES_TOP", "LISTS", "LISTS_TOP"].map((name) => /** @type {number} */ (this.named(name)));
    const bytes = new Uint8Array(this.exports.memory.buffer);
    const part = (start, stop) => /** @type {[number, Uint8Array]} */ ([start, bytes.slice(start, stop)]);
    return { parts: [part(POSITION, POSITION + POSITION_SIZE), part(FRAMES, frames), part(lists, end)], actor: this.word(this.game.memory.ACTOR) ?? NaN };
  }

  /** @param {ReturnType<Machine["keep"]>} kept */
  restore({ parts, actor }) {
    const { ACTOR, TOLD } = this.game.memory;
    for (const [address, bytes] of parts) {
      new Uint8Array(this.exports.memory.buffer).set(bytes, address);
    }
    if (!Number.isNaN(actor)) {
      this.write(ACTOR, actor);
    }
    this.write(TOLD, 0);
    this.exports.resume_match();
  }

  /**
   * Take an option, with these results of the first draws, and the first result of each further draw.
   * @param {number} index
   * @param {number[]} script
   * @returns {{ number: number, possible: number, share: number, shares: number }[] | null} The draws; null if cards were shuffled.
   */
  answerByScript(index, script) {
    const { IS_SCRIPTED, DRAWS_MADE, ORDER_DRAWN, DRAW_RESULTS, MOST_DRAWS } = this.game.memory;
    const field = (draw, at) => DRAW_RESULTS + WORD * (4 * draw + at);
    this.write(DRAWS_MADE, 0);
    this.write(ORDER_DRAWN, 0);
    for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
      this.write(field(draw, 0), script[draw] ?? 0);
    }
    this.write(IS_SCRIPTED, 1);
    try {
      this.answer(index);
    } finally {
      this.write(IS_SCRIPTED, 0);
    }
    const made = Array.from({ length: this.word(DRAWS_MADE) ?? 0 }, (_, draw) => {
      const [number, possible, share, shares] = [0, 1, 2, 3].map((at) => this.word(field(draw, at)) ?? 0);
      return { number, possible, share, shares };
    });
    return this.word(ORDER_DRAWN) ? null : made;
  }

  /** Return the index of the option that the deciding seat's tables or chance take. */
  optionOfPlayer() {
    return Number(this.exports.option_of_player());
  }

  /**
   * Return the sentences that were told since the last call.
   * @returns {{ number: number, readers: number, values: any[] }[]}
   */
  takeTold() {
    const { CHOICES, TOLD } = this.game.memory;
    const end = CHOICES + WORD * (this.word(TOLD) ?? 0);
    this.write(TOLD, 0);
    const told = [];
    let at = CHOICES;
    const next = () => {
      at += WORD;
      return this.word(at - WORD);
    };
    while (at < end) {
      const [number, readers] = [next() ?? 0, next() ?? 0];
      const values = this.game.told[number].many.map((isList) => (isList ? Array.from({ length: next() ?? 0 }, next) : next()));
      if (at <= end) {
        told.push({ number, readers, values });
      }
    }
    return told;
  }

  /** @returns {Decision | null} */
  get decision() {
    const code = /** @type {number} */ (this.named("PC"));
    if (code > this.game.first_decision) {
      return null;
    }
    return { number: this.game.first_decision - code, options: this.list(/** @type {number} */ (this.named("OPTIONS"))) };
  }

  /** Number of the seat that decides. */
  get seat() {
    return /** @type {number} */ (this.named("ASKED_SEAT"));
  }

  /**
   * Return the score of a seat.
   * @param {number} seat
   */
  score(seat) {
    return Number(this.exports.score(BigInt(seat)));
  }

  /**
   * Return the value of a question, as a word or null for nothing, or as a list of them.
   * @param {number} question
   * @param {boolean} many True if it is a list.
   * @param {number[]} given Words for its parameters: numbers of things, or addresses of lists.
   * @returns {any}
   */
  ask(question, many, ...given) {
    const answer = this.exports[`q${question}`](this.named("FRAME"), ...given.map(BigInt));
    if (answer === NOTHING) {
      return many ? [] : null;
    }
    return many ? this.list(Number(answer)) : Number(answer);
  }
}
