// @ts-check
/** A match that is played in the page itself. It takes and gives the same messages as a server does. */

import { Display, fillHoles } from "./display.js";
import { Machine } from "./machine.js";
import { oddsOf } from "./odds.js";
import { questionFor, waitFor } from "./questions.js";
import { Story } from "./story.js";
import { text } from "./texts.js";

const PERSON = "human";
const TABLE = "table";
const MOST_EVENTS = 400;

const MOST_ACTS = 100_000;

/**
 * @typedef {{ seed: number, players: string[], choices: number[] }} Course Everything that a match follows from.
 */

export class LocalMatch {
  /**
   * @param {any} game The game's document.
   * @param {any} exports Exports of the module.
   * @param {(message: any) => void} receive Called with each message.
   * @param {() => void} changed Called after each change.
   */
  constructor(game, exports, receive, changed) {
    this.game = game;
    this.machine = new Machine(game, exports);
    this.display = new Display(game, this.machine);
    this.story = new Story(this.display);
    this.receive = receive;
    this.changed = changed;
    this.number = 0;
    /** @type {Course} */
    this.course = { seed: 0, players: [], choices: [] };
    /** Number of the seat whose board is shown. */
    this.viewer = 0;
    this.isCovered = false;
    this.notice = "";
    /** @type {Map<number, any[]>} Events of the log for each person's seat. */
    this.logs = new Map();
    /** @type {Map<number, number[]>} Length of each log before each decision. */
    this.marks = new Map();
    /** @type {number[]} Seats that made the decisions. */
    this.deciders = [];
    /** @type {string[]} Keys of the options that were chosen. */
    this.keys = [];
    /** @type {{ chance: string, known: number[] }[]} Chance and knowledge before each decision. */
    this.knowledge = [];
    /** @type {any[]} What people have done, as a record tells it: choices with their options and seconds, takebacks. */
    this.acts = [];
    /** @type {number | null} Time at which the present question was shown. */
    this.askedAt = null;
  }

  /**
   * Begin a match, or go on with one. Choices that the rules don't offer end its course there.
   * @param {Course} course
   * @param {any[]} acts What people have done in it.
   */
  open(course, acts = []) {
    this.course = { ...course, choices: [] };
    this.viewer = Math.max(0, course.players.indexOf(PERSON));
    this.isCovered = false;
    this.start();
    for (const index of course.choices) {
      const options = this.machine.decision?.options.length ?? 0;
      if (!(index >= 0 && index < options) || !this.step(index)) {
        break;
      }
    }
    this.acts = acts;
    this.playOn();
  }

  start() {
    this.logs = new Map(this.people.map((seat) => [seat, []]));
    this.marks = new Map(this.people.map((seat) => [seat, []]));
    this.deciders = [];
    this.keys = [];
    this.knowledge = [];
    this.machine.setPlayers(this.course.players.map((player) => player === TABLE));
    this.machine.begin(this.course.seed);
    const told = this.machine.takeTold();
    for (const seat of this.people) {
      const board = this.display.board(seat);
      this.logOf(seat).push(...this.story.tell(seat, null, { ...board, turns: 0 }, board, told, 0));
    }
  }

  get people() {
    return [...this.course.players.keys()].filter((seat) => this.isPerson(seat));
  }

  /**
   * Take an option, and tell each person what came of it.
   * @param {number | null} index Null: the option that the player of the seat takes.
   * @returns {boolean} False if the rules can't be carried out there; nothing has changed then.
   */
  step(index) {
    const { machine, display } = this;
    const seat = machine.seat;
    const before = new Map(this.people.map((person) => [person, display.board(person)]));
    const question = questionFor(display, before.get(seat) ?? display.board(seat));
    const topic = this.game.decisions[machine.decision.number].topic;
    try {
      const drawn = this.isPerson(seat) ? index : machine.optionOfPlayer(); // also where it is known, so that later draws are the same
      const taken = index ?? drawn ?? 0;
      const knowledge = machine.knowledge();
      const choice = this.story.choice(question?.options[taken]);
      machine.answer(taken);
      const told = machine.takeTold();
      this.course.choices.push(taken);
      this.deciders.push(seat);
      this.knowledge.push(knowledge);
      this.keys.push(question?.options[taken].key);
      if (index !== null && this.isPerson(seat)) {
        this.noteChoice(question, topic);
      }
      for (const [person, board] of before) {
        const log = this.logOf(person);
        this.marksOf(person).push(log.length);
        log.push(...this.story.tell(person, choice, board, display.board(person), told, log.length));
      }
      return true;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) {
        throw error;
      }
      this.go(this.course.choices.length);
      return false;
    }
  }

  /** Note the last choice, a person's, with the question that it answers and its kind. */
  noteChoice(question, topic) {
    const at = this.keys.length - 1;
    const seconds = this.askedAt === null ? {} : { seconds: Math.round((performance.now() - this.askedAt) / 10) / 100 };
    const options = question.options.map((option) => option.key);
    this.note({ seat: question.seat.id, at, topic, options, choice: this.keys[at], ...seconds });
  }

  note(act) {
    if (this.acts.length < MOST_ACTS) {
      this.acts.push(act);
    }
    this.askedAt = null;
  }

  /** Bring the machine to a position of the match, after so many decisions. */
  go(decisions) {
    this.machine.begin(this.course.seed);
    for (const [at, index] of this.course.choices.slice(0, decisions).entries()) {
      if (!this.isPerson(this.deciders[at])) {
        this.machine.optionOfPlayer();
      }
      this.machine.answer(index);
    }
    this.machine.takeTold();
  }

  /** Let programs decide until a person does, and show the position. */
  playOn() {
    this.notice = "";
    while (this.machine.decision && !this.isPerson(this.machine.seat)) {
      if (!this.step(null)) {
        this.notice = text("stopped");
        break;
      }
    }
    const decider = this.machine.seat;
    if (this.machine.decision && this.isPerson(decider) && decider !== this.viewer) {
      this.viewer = decider;
      this.isCovered = this.game.has_secrets;
    }
    this.show();
  }

  show() {
    this.number += 1;
    const log = this.isCovered ? [] : this.logOf(this.viewer).slice(-MOST_EVENTS);
    const cover = this.isCovered ? { cover: fillHoles(this.game.texts.served_cover, { seat: this.display.seats[this.viewer].title }) } : {};
    const players = Object.fromEntries(this.course.players.map((player, seat) => [this.display.seats[seat].id, player]));
    const view = this.view();
    this.tellOdds(view.question);
    const rest = { players, can_ask: false, can_undo: !this.isCovered && this.lastOwnStep() !== null, notice: this.notice };
    this.receive({ kind: "view", number: this.number, view, log, ...rest, ...cover });
    const isAsked = this.machine.decision !== null && !this.isCovered && this.isPerson(this.machine.seat);
    this.askedAt = isAsked ? (this.askedAt ?? performance.now()) : null;
    this.changed();
  }

  /** The board of the person who looks at the page, with the question and the news. */
  view() {
    const { machine, display } = this;
    const board = display.board(this.isCovered ? null : this.viewer);
    const isAsked = machine.decision !== null && !this.isCovered && machine.seat === this.viewer;
    const question = isAsked ? questionFor(display, board) : machine.decision ? waitFor(display) : null;
    const since = this.deciders.lastIndexOf(this.viewer);
    const news = this.isCovered ? [] : this.logOf(this.viewer).slice(since < 0 ? 0 : this.marksOf(this.viewer)[since]);
    const concerns = (event) => event.concerns_you || event.consequences.some((each) => each.concerns_you);
    const events = [...news.filter(concerns), ...news.filter((event) => !concerns(event))];
    return { ...board, decisions: this.course.choices.length, question, events };
  }

  /** Add their odds to the options of a question, where chance can matter. */
  tellOdds(question) {
    const { game, machine } = this;
    if (game.odds && question?.options.length && !game.decisions[machine.decision.number].sealed) {
      for (const [at, odds] of oddsOf(this.story, machine.seat, question.options.length).entries()) {
        question.options[at].odds = odds;
      }
    }
  }

  /** Number of the viewer's last decision, unless chance was drawn, a card was revealed or another person decided since. */
  lastOwnStep() {
    let after = this.machine.knowledge();
    for (let at = this.deciders.length - 1; at >= 0; at -= 1) {
      const before = this.knowledge[at];
      const hasLearnt = after.known.some((seats, card) => this.sees(seats) && !this.sees(before.known[card]));
      if (before.chance !== after.chance || hasLearnt || (this.isPerson(this.deciders[at]) && this.deciders[at] !== this.viewer)) {
        return null;
      }
      if (this.deciders[at] === this.viewer) {
        return at;
      }
      after = before;
    }
    return null;
  }

  /**
   * Return true if the viewer is among the seats of a mask.
   * @param {number} seats
   */
  sees(seats) {
    return Math.floor(seats / 2 ** this.viewer) % 2 === 1;
  }

  /**
   * Take what the page sends.
   * @param {any} message
   */
  send(message) {
    if ("past" in message) {
      this.go(message.past);
      const view = { ...this.display.board(this.isCovered ? null : this.viewer), decisions: message.past, question: null, events: [] };
      this.go(this.course.choices.length);
      this.receive({ kind: "past", decisions: message.past, view });
    } else if (message.number !== this.number) {
      this.show();
    } else if ("here" in message) {
      this.isCovered = false;
      this.show();
    } else if ("undo" in message) {
      this.takeBack(this.lastOwnStep());
    } else if ("answer" in message) {
      this.choose(message.answer);
    }
  }

  /** @param {string} key */
  choose(key) {
    const option = this.view().question?.options.find((each) => each.key === key);
    if (option && !this.step(option.index)) {
      this.notice = text("stopped");
      this.show();
    } else {
      this.playOn();
    }
  }

  /** @param {number | null} decisions */
  takeBack(decisions) {
    if (decisions !== null) {
      for (const person of this.people) {
        this.logOf(person).length = this.marksOf(person)[decisions];
        this.marksOf(person).length = decisions;
      }
      this.course.choices.length = this.deciders.length = this.keys.length = this.knowledge.length = decisions;
      this.go(decisions);
      this.note({ seat: this.display.seats[this.viewer].id, at: decisions, undo: true });
    }
    this.playOn();
  }

  /** The record of a match that is over, as one line; empty before, or if the page makes none. */
  record() {
    const { game, display, machine } = this;
    if (machine.decision || !game.record) {
      return "";
    }
    const end = display.ending();
    const side = game.things.side.length ? { side: end.side?.id ?? null } : {};
    const scores = Object.fromEntries(display.seats.map((seat, at) => [seat.id, machine.score(at)]));
    const outcome = { winners: end.winners.map((seat) => seat.id), ...side, reason: end.reason, scores };
    const seated = Object.fromEntries(this.course.players.map((player, seat) => [display.seats[seat].id, player]));
    return `${JSON.stringify({ ...game.record, seed: this.course.seed, index: 0, choices: this.keys, outcome, seated, acts: this.acts })}\n`;
  }

  /** @param {number} seat */
  isPerson(seat) {
    return this.course.players[seat] === PERSON;
  }

  /** @param {number} person */
  logOf(person) {
    return /** @type {any[]} */ (this.logs.get(person));
  }

  /** @param {number} person */
  marksOf(person) {
    return /** @type {number[]} */ (this.marks.get(person));
  }
}
