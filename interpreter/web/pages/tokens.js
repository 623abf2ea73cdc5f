// @ts-check
/** Pieces, values and cards that lie in a space, as shapes. Each begins at the left, at half its height. */

import { colourOf, cssColour, readableOn, svg } from "./elements.js";
import { textWidth, wrapText } from "./lettering.js";
import { describeValue } from "./words.js";

const MOST_DRAWN = 3;
const SMALLEST = 7;

/**
 * @typedef {{ node: SVGElement, width: number }} Token
 */

/**
 * Return everything that lies in a space, as tokens.
 * @param {any} view
 * @param {any} space
 * @param {number} radius Half the size of a piece.
 * @param {number} room Width of the space.
 * @returns {Token[]}
 */
export function tokensOf(view, space, radius, room) {
  const shares = space.shares.flatMap((share) => {
    const colouring = share.variables.find((each) => view.colours[each.value?.id]);
    const pieces = share.pieces.map((each) => pieceToken(view, share.seat, each, colouring, radius));
    const values = share.variables.filter((each) => each !== colouring).map((each) => valueToken(view, share.seat, each, radius));
    return [...values, ...pieces];
  });
  const cards = space.piles.flatMap((pile) => pile.cards.slice(0, MOST_DRAWN).map((card) => cardToken(view, card, radius, room)));
  return [...shares, ...cards];
}

/** Pieces of one kind: up to three are drawn, of more one with its number. The first one carries its seat's mark. */
function pieceToken(view, seat, pieces, colouring, radius) {
  const colour = colourOf(view.colours, seat?.id, pieces.state, pieces.kind);
  const kind = view.kinds.findIndex((each) => each.id === pieces.kind);
  const group = svg("g", { class: `piece ${/^\w*$/.test(pieces.state) ? pieces.state : ""}`, "data-kind": pieces.kind });
  const drawn = pieces.amount <= MOST_DRAWN ? pieces.amount : 1;
  const step = 1.3 * radius;
  const ring = colouring ? colourOf(view.colours, colouring.value.id) : null;
  for (let at = drawn - 1; at >= 0; at -= 1) {
    const place = svg("g", { transform: `translate(${radius + at * step} 0)` });
    place.append(shapeOf(kind, ring ? 0.86 * radius : radius, { fill: colour }));
    if (ring) {
      place.prepend(shapeOf(kind, 1.12 * radius, { class: "ring", fill: ring }));
    }
    group.append(place);
  }
  const mark = seat && seat.mark.length <= 2 ? seat.mark : "";
  if (mark) {
    const size = mark.length > 1 ? 0.9 * radius : 1.15 * radius;
    group.append(svg("text", { class: "mark", "font-size": size, x: radius, y: size * 0.36, fill: readableOn(colour) }, mark));
  }
  let width = 2 * radius + (drawn - 1) * step;
  if (pieces.amount > drawn) {
    const text = `×${pieces.amount}`;
    const size = 1.25 * radius;
    group.append(svg("text", { class: "amount", "font-size": size, x: width + 3, y: size * 0.36 }, text));
    width += 3 + textWidth(text, size, true);
  }
  group.append(svg("title", {}, pieces.text));
  return { node: group, width };
}

/** A seat's value in a space, on its colour. */
function valueToken(view, seat, variable, radius) {
  const colour = seat ? colourOf(view.colours, seat.id) : "#5f5f66";
  const text = variable.value === true ? variable.title : describeValue(variable.value);
  const said = seat ? `${seat.mark} ${text}` : text;
  const size = 1.15 * radius;
  const width = textWidth(said, size, true) + size;
  const group = svg("g", { class: "value" });
  group.append(svg("rect", { y: -0.85 * radius, width, height: 1.7 * radius, rx: 0.85 * radius, fill: colour }));
  group.append(svg("text", { "font-size": size, x: width / 2, y: size * 0.36, fill: readableOn(colour) }, said));
  group.append(svg("title", {}, [seat?.title, variable.title, text].filter(Boolean).join(" ")));
  return { node: group, width };
}

/** A card on the board: its number if it has one, else its title, in smaller letters and two lines if it is long. */
function cardToken(view, card, radius, room) {
  const face = card && view.cards[card.id];
  const colour = face?.colour ? cssColour(face.colour) : "#6b675e";
  const number = face?.badges.find((badge) => /^-?\d+$/.test(badge.text))?.text;
  const said = number ?? card?.title ?? "?";
  const usual = number === undefined ? radius : 1.7 * radius;
  const size = Math.max(SMALLEST, Math.min(usual, (usual * room) / (textWidth(said, usual, true) + usual)));
  const lines = wrapText(said, size, room - size, 2, true);
  const height = 2.6 * radius;
  const width = Math.max(height, ...lines.map((line) => textWidth(line, size, true) + size));
  const group = svg("g", { class: "token", "data-card": card?.id ?? false });
  group.append(svg("rect", { y: -height / 2, width, height, rx: 5, fill: colour }));
  for (const [at, line] of lines.entries()) {
    const y = size * (0.36 + 1.1 * (at - (lines.length - 1) / 2));
    group.append(svg("text", { "font-size": size, x: width / 2, y, fill: readableOn(colour) }, line));
  }
  group.append(svg("title", {}, card?.title ?? "?"));
  return { node: group, width };
}

/**
 * Return a shape for a kind of piece: a cube, a disc, a diamond or a triangle.
 * @param {number} kind Number of the kind.
 * @param {number} radius
 * @param {Record<string, string | number>} look
 */
export function shapeOf(kind, radius, look) {
  const r = radius;
  const half = r * 0.92;
  const shapes = [
    () => svg("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 3, ...look }),
    () => svg("circle", { r, ...look }),
    () => svg("path", { d: `M0 ${-1.25 * r}L${1.25 * r} 0L0 ${1.25 * r}L${-1.25 * r} 0Z`, ...look }),
    () => svg("path", { d: `M0 ${-1.2 * r}L${1.2 * r} ${0.9 * r}L${-1.2 * r} ${0.9 * r}Z`, ...look }),
  ];
  return shapes[Math.max(0, kind) % shapes.length]();
}
