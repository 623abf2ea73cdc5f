// @ts-check
/** The question of a decision in the module's memory, with its options. */

import { fillHoles } from "./display.js";

const THINGS = ["space", "card", "seat", "box", "number", "pair", "subset"];

/**
 * Return the question to the seat that decides, or null if the match is over.
 * @param {import("./display.js").Display} display
 * @param {any} board The board of the seat.
 */
export function questionFor(display, board) {
  const { game, machine } = display;
  const decision = machine.decision;
  if (decision === null) {
    return null;
  }
  const asked = game.decisions[decision.number];
  const keys = decision.options.map((value) => keyOf(game, asked, value));
  const labels = labelsOf(asked, keys, board);
  const own = display.sentence(asked.question, 2 ** machine.seat);
  const offers = asked.kind === "either" ? decision.options.map((value) => asked.answers[value ?? 0].offer).join(game.texts.or) : "";
  const options = decision.options.map((value, index) => {
    const kind = value === null || asked.kind !== "choose" ? "answer" : THINGS.includes(asked.thing) ? asked.thing : "other";
    const parts = value !== null && (asked.parts.length || asked.subset) ? keys[index].split("-") : [];
    return { key: keys[index], index, text: textOf(display, asked, value), label: labels(keys[index], value), kind, parts, odds: "" };
  });
  return { seat: display.seats[machine.seat], text: own ?? fillHoles(asked.prompt, { options: offers }), options, refusals: [] };
}

/**
 * Return the question of another seat: only that it decides.
 * @param {import("./display.js").Display} display
 */
export function waitFor(display) {
  const seat = display.seats[display.machine.seat];
  return { seat, text: fillHoles(display.game.texts.waits, { seat: seat.title }), options: [], refusals: [] };
}

/**
 * Return the key of an option.
 * @param {any} game
 * @param {any} asked
 * @param {number | null} value
 */
export function keyOf(game, asked, value) {
  if (asked.kind !== "choose") {
    return asked.answers[value ?? 0].key;
  }
  return value === null ? asked.out.key : thingsOf(asked, value).map(([kind, number]) => game.things[kind]?.[number].id ?? String(number)).join("-");
}

/**
 * The kinds and numbers of the things for which an option stands: one, the two of a pair, or the members of a subset.
 * @returns {[string, number][]}
 */
export function thingsOf(asked, value) {
  if (asked.subset) {
    return membersOf(asked.subset.table, value).map((member) => [asked.subset.kind, member]);
  }
  return asked.parts.length ? [[asked.parts[0], Math.floor(value / asked.width)], [asked.parts[1], value % asked.width]] : [[asked.thing, value]];
}

/**
 * The members of a subset, as in `execution/subset_numbers.py`.
 * @param {number[]} table
 * @param {number} number
 */
function membersOf(table, number) {
  const width = table[0] + 1;
  let row = 1;
  while (table[row] < number) {
    row += width;
  }
  const found = [];
  let behind = table[row] - number;
  for (let thing = 0; row > 1; thing += 1, row -= width) {
    while (table[row + 1 + thing] > behind) {
      thing += 1;
    }
    behind -= table[row + 1 + thing];
    found.push(thing);
  }
  return found;
}

/**
 * Return the text of an option.
 * @param {import("./display.js").Display} display
 * @param {any} asked
 * @param {number | null} value
 */
export function textOf(display, asked, value) {
  if (asked.kind !== "choose") {
    return asked.answers[value].text;
  }
  if (value === null) {
    return display.sentence(asked.out.own, 2 ** display.machine.seat) || asked.out.text;
  }
  if (asked.subset) {
    return display.valueText(asked.subset.kind, membersOf(asked.subset.table, value));
  }
  return thingsOf(asked, value).map(([kind, number]) => display.thingText(kind, number)).join(" – ");
}

/** The function that returns what is typed for an option: the same each time where that is possible. */
function labelsOf(asked, keys, board) {
  const order = asked.thing === "card" ? cardOrder(keys, board) : keys;
  const numbered = order.filter((key) => key !== asked.out.key);
  return (key, value) => {
    if (asked.kind !== "choose") {
      return asked.answers[value].label;
    }
    if (value === null) {
      return asked.out.label;
    }
    if (asked.parts.length && asked.parts.every((kind) => kind === "space")) {
      return key.split("-").map((id) => board.spaces[id].label).join("-");
    }
    switch (asked.thing) {
      case "space":
        return board.spaces[key].label;
      case "number":
      case "column":
      case "row":
        return key;
      case "seat":
        return String(board.seats.findIndex((seat) => seat.id === key) + 1);
      default:
        return String(numbered.indexOf(key) + 1);
    }
  };
}

/** Cards in the order in which they are numbered: that of their pile, if all lie in one. */
function cardOrder(keys, board) {
  const all = [...board.piles, ...Object.values(board.spaces).flatMap((space) => space.piles)];
  const piles = all.map((pile) => pile.cards.flatMap((card) => (card === null ? [] : [card.id]))).filter((cards) => cards.some((card) => keys.includes(card)));
  return piles.length === 1 ? piles[0].reverse() : keys;
}
