// @ts-check
/** Boxes that lie between two spaces, such as roads and walls: drawn where they can be chosen or hold pieces. */

import { colourOf, svg } from "./elements.js";
import { textWidth } from "./lettering.js";
import { tokensOf } from "./tokens.js";
import { describeSpace } from "./words.js";

const KEY = 11;
const THICKNESS = 9;
const RADIUS = 8;
const SHARE = 0.62;

/**
 * @typedef {{ x: number, y: number, length: number, turn: number }} JointPlace Its centre, its length, and its direction in degrees.
 */

/**
 * Return where the boxes lie: across the shared edge of two cells, or along the connection of two spaces.
 * @param {any} view
 * @param {import("./layout.js").BoardLayout} layout
 * @returns {Map<string, JointPlace>}
 */
export function placeJoints(view, layout) {
  const found = new Map();
  const keyOf = ({ start, end }) => [start, end].sort().join(" ");
  const alike = new Map();
  for (const joint of view.layout.joints) {
    alike.set(keyOf(joint), [...(alike.get(keyOf(joint)) ?? []), joint]);
  }
  const routes = new Map(view.layout.connections.map((link, at) => [keyOf(link), layout.routes[at]]));
  for (const [key, joints] of alike) {
    const [start, end] = [joints[0].start, joints[0].end].map((id) => layout.places.get(id));
    const line = routes.get(key)?.points ?? [start, end];
    const seen = line.length > 2 ? line.slice(1, -1) : line;
    const isEdge = view.layout.kind === "grid" && !routes.has(key);
    for (const [at, joint] of joints.entries()) {
      const aside = (at - (joints.length - 1) / 2) * (THICKNESS + 4);
      found.set(joint.id, isEdge ? edgeBetween(layout, start, end, aside) : stretchOf(seen, aside));
    }
  }
  return found;
}

/** The shared edge of two cells. */
function edgeBetween(layout, start, end, aside) {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const far = Math.hypot(dx, dy) || 1;
  const length = Math.min(layout.box.width, layout.box.height) * 0.8;
  return { x: (start.x + end.x) / 2 + (aside * dx) / far, y: (start.y + end.y) / 2 + (aside * dy) / far, length, turn: degrees(dx, dy) + 90 };
}

/** The middle of a line, moved aside. */
function stretchOf(line, aside) {
  const [first, last] = [line[0], line[line.length - 1]];
  const [dx, dy] = [last.x - first.x, last.y - first.y];
  const far = Math.hypot(dx, dy) || 1;
  const half = (line.length - 1) / 2;
  const [one, other] = [line[Math.floor(half)], line[Math.ceil(half)]];
  const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  return { x: middle.x - (aside * dy) / far, y: middle.y + (aside * dx) / far, length: Math.max(24, far * SHARE), turn: degrees(dx, dy) };
}

function degrees(dx, dy) {
  return (Math.atan2(dy, dx) * 180) / Math.PI;
}

/**
 * Draw the boxes between spaces that can be chosen or hold pieces.
 * @param {any} view
 * @param {Map<string, JointPlace>} places
 * @param {Map<string, any>} options Options by the id of their thing.
 * @param {Set<string>} changed Ids of things that the last events speak of.
 * @param {((key: string) => void) | null} choose
 * @returns {SVGElement[]}
 */
export function drawJoints(view, places, options, changed, choose) {
  return view.boxes
    .filter((box) => places.has(box.id) && (options.has(box.id) || box.shares.some((share) => share.amount || share.pieces.length)))
    .map((box) => drawJoint(view, box, places.get(box.id), options.get(box.id), changed.has(box.id), choose));
}

function drawJoint(view, box, place, option, isChanged, choose) {
  const isLegal = Boolean(option && choose);
  const group = svg("g", {
    class: ["joint", option ? "legal" : "", isChanged ? "changed" : ""].filter(Boolean).join(" "),
    transform: `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`,
    "data-id": box.id,
    role: isLegal ? "button" : "img",
    tabindex: isLegal ? "0" : false,
    "aria-label": `${describeSpace(box)}${option ? `. ${option.label}` : ""}`,
  });
  group.append(svg("title", {}, describeSpace(box)));
  const [share] = box.shares;
  const [pieces] = share?.pieces ?? [];
  const fill = pieces ? colourOf(view.colours, share.seat?.id, pieces.state, pieces.kind) : false;
  const bar = { x: -place.length / 2, y: -THICKNESS / 2, width: place.length, height: THICKNESS, rx: 3, transform: `rotate(${place.turn.toFixed(1)})` };
  group.append(svg("rect", { class: "bar", ...bar, fill }));
  const tokens = tokensOf(view, box, RADIUS, 4 * RADIUS);
  let x = -tokens.reduce((sum, token) => sum + token.width, 0) / 2;
  for (const token of tokens) {
    token.node.setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
    group.append(token.node);
    x += token.width;
  }
  if (option) {
    group.append(keyOf(option.label, tokens.length ? RADIUS + 10 : 0));
  }
  if (isLegal) {
    group.addEventListener("click", () => choose(box.id));
  }
  return group;
}

/** What is typed for a box, over its middle or beside its pieces. */
function keyOf(label, down) {
  const width = Math.max(16, textWidth(label, KEY, true) + 7);
  return svg("g", { class: "key" }, svg("rect", { x: -width / 2, y: down - 8, width, height: 16, rx: 4 }), svg("text", { x: 0, y: down + 4, "font-size": KEY }, label));
}
