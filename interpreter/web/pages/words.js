// @ts-check
/** Things of a view in words. */

import { text } from "./texts.js";

/**
 * Return the facts of a space: pieces and values of each seat, then everything else.
 * @param {any} space
 * @returns {string[]}
 */
export function factsOf(space) {
  const shares = space.shares.map((share) => {
    const pieces = share.pieces.map((each) => each.text);
    const values = share.variables.map((each) => `${each.title} ${describeValue(each.value)}`);
    return `${share.seat ? `${share.seat.title}: ` : ""}${[...pieces, ...values].join(", ")}`;
  });
  const cards = space.piles.flatMap((pile) => pile.cards.map((card) => card?.title ?? "?"));
  return [...shares, ...space.variables.map(describeVariable), ...space.flags.map((flag) => flag.title), ...cards, space.attributes].filter(Boolean);
}

/**
 * Return a space in words.
 * @param {any} space
 */
export function describeSpace(space) {
  return [space.title, factsOf(space).join("; ")].filter(Boolean).join(". ");
}

/** A variable in words. If its value is true, the title says everything. */
export function describeVariable(variable) {
  return variable.value === true ? variable.title : `${variable.title} ${describeValue(variable.value)}`;
}

/** A badge in words: a number needs the name of what it counts. */
export function describeBadge(badge) {
  return badge.text === "" ? badge.title : /^-?\d+$/.test(badge.text) ? `${badge.title} ${badge.text}` : badge.text;
}

/**
 * Return a shown value in words.
 * @param {any} value
 * @returns {string}
 */
export function describeValue(value) {
  if (typeof value === "string") {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(describeValue).join(", ");
  }
  if (value && typeof value === "object") {
    return "values" in value ? value.values.map(([key, each]) => `${key.title} ${describeValue(each)}`).join(", ") : value.title;
  }
  return value === true ? text("yes") : String(value);
}
