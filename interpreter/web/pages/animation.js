// @ts-check
/** Moves between two views: pieces that are new are paired with missing ones of their kind, and slide; the rest fades. */

import { colourOf, svg } from "./elements.js";
import { shapeOf } from "./tokens.js";
import { isOn } from "./settings.js";

const MILLISECONDS = 450;
const MOST = 40;

/**
 * @typedef {{ kind: string, owner: string | null, from: string | null, to: string | null, amount: number }} Move
 */

/**
 * Return what moved from one view to another. `from` or `to` is null for pieces that come or go.
 * @param {any} before
 * @param {any} after
 * @returns {Move[]}
 */
export function movesBetween(before, after) {
  const [old, now] = [countPieces(before), countPieces(after)];
  const changes = [...new Set([...old.keys(), ...now.keys()])].map((key) => ({ ...JSON.parse(key), amount: (now.get(key) ?? 0) - (old.get(key) ?? 0) }));
  const missing = changes.filter((each) => each.amount < 0);
  const moves = [];
  for (const gain of changes.filter((each) => each.amount > 0)) {
    let left = gain.amount;
    for (const loss of missing.filter((each) => each.kind === gain.kind && each.owner === gain.owner)) {
      const amount = Math.min(left, -loss.amount);
      if (amount > 0) {
        moves.push({ kind: gain.kind, owner: gain.owner, from: loss.place, to: gain.place, amount });
        loss.amount += amount;
        left -= amount;
      }
    }
    if (left) {
      moves.push({ kind: gain.kind, owner: gain.owner, from: null, to: gain.place, amount: left });
    }
  }
  const gone = missing.filter((each) => each.amount < 0);
  return [...moves, ...gone.map((each) => ({ kind: each.kind, owner: each.owner, from: each.place, to: null, amount: -each.amount }))];
}

/**
 * Show moves on a board that shows their result already.
 * @param {SVGSVGElement} picture
 * @param {Move[]} moves
 * @param {import("./layout.js").BoardLayout} layout
 * @param {any} view
 */
export function slideMoves(picture, moves, layout, view) {
  if (!isOn("animate") || matchMedia("(prefers-reduced-motion: reduce)").matches || moves.length > MOST) {
    return;
  }
  for (const move of moves) {
    const [start, end] = [layout.places.get(move.from ?? ""), layout.places.get(move.to ?? "")];
    const place = end ?? start;
    if (!place) {
      continue;
    }
    const colour = colourOf(view.colours, move.owner, move.kind);
    const kind = view.kinds.findIndex((each) => each.id === move.kind);
    const shape = svg("g", { class: "moving", "data-from": start ? move.from : "", "data-to": end ? move.to : "" }, shapeOf(kind, 13, { fill: colour }));
    const at = (point) => `translate(${point.x}px, ${point.y}px)`;
    const frames = start && end
      ? [{ transform: at(start) }, { transform: at(end) }]
      : [{ transform: at(place), opacity: end ? 0 : 1 }, { transform: at(place), opacity: end ? 1 : 0 }];
    picture.append(shape);
    shape.animate(frames, { duration: MILLISECONDS, easing: "ease-in-out" }).finished.then(() => shape.remove(), () => shape.remove());
  }
}

/** @returns {Map<string, number>} */
function countPieces(view) {
  const counts = new Map();
  const add = (place, owner, kind, amount) => {
    const key = JSON.stringify({ place, owner, kind });
    counts.set(key, (counts.get(key) ?? 0) + amount);
  };
  for (const place of [...Object.values(view.spaces), ...view.boxes]) {
    for (const share of place.shares) {
      for (const pieces of share.pieces) {
        add(place.id, share.seat?.id ?? null, pieces.kind, pieces.amount);
      }
    }
  }
  return counts;
}
