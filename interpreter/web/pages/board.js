// @ts-check
/** The board as a picture: spaces at fixed places, with their contents, legal ones lit. */

import { colourOf, cssColour, readableOn, svg } from "./elements.js";

const WIDTH = 1000;
const HEIGHT = 700;
const MARGIN = 10;
const LARGEST_BOX = { width: 172, height: 92 };
const SPREADING_STEPS = 300;
const MOVE_MILLISECONDS = 400;

/**
 * Return the centre and the size of each space. They depend on the map alone, so that no space ever moves.
 * @param {any} view
 * @returns {{ places: Map<string, { x: number, y: number }>, width: number, height: number }}
 */
export function placeSpaces(view) {
  const spaces = Object.values(view.spaces);
  if (view.layout.kind === "grid") {
    const side = Math.min((WIDTH - 60) / view.layout.columns, (HEIGHT - 60) / view.layout.rows);
    const places = new Map();
    const columns = [...new Set(spaces.map((space) => space.at[0]))].sort((a, b) => a - b);
    const rows = [...new Set(spaces.map((space) => space.at[1]))].sort((a, b) => a - b);
    for (const space of spaces) {
      const [x, y] = [columns.indexOf(space.at[0]), rows.indexOf(space.at[1])];
      places.set(space.id, { x: 40 + (x + 0.5) * side, y: 40 + (y + 0.5) * side });
    }
    return { places, width: side, height: side };
  }
  const share = Math.sqrt((0.42 * WIDTH * HEIGHT) / Math.max(1, spaces.length) / (172 * 92));
  const scale = Math.min(1, share);
  const width = LARGEST_BOX.width * scale;
  const height = LARGEST_BOX.height * scale;
  const boxes = spaces.map((space) => ({
    id: space.id,
    x: MARGIN + width / 2 + space.at[0] * (WIDTH - width - 2 * MARGIN),
    y: MARGIN + height / 2 + space.at[1] * (HEIGHT - height - 2 * MARGIN),
  }));
  spread(boxes, width + 8, height + 8);
  return { places: new Map(boxes.map(({ id, x, y }) => [id, { x, y }])), width, height };
}

/**
 * Move overlapping boxes apart, along the axis on which they overlap less.
 * @param {{ x: number, y: number }[]} boxes
 * @param {number} width
 * @param {number} height
 */
function spread(boxes, width, height) {
  for (let step = 0; step < SPREADING_STEPS; step += 1) {
    let moved = false;
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        const across = width - Math.abs(one.x - other.x);
        const down = height - Math.abs(one.y - other.y);
        if (across > 0.5 && down > 0.5) {
          const axis = across / width < down / height ? "x" : "y";
          const push = (axis === "x" ? across : down) / 2;
          const sign = one[axis] < other[axis] ? -1 : 1;
          one[axis] += sign * push;
          other[axis] -= sign * push;
          moved = true;
        }
      }
    }
    for (const box of boxes) {
      box.x = Math.max(width / 2, Math.min(WIDTH - width / 2, box.x));
      box.y = Math.max(height / 2, Math.min(HEIGHT - height / 2, box.y));
    }
    if (!moved) {
      return;
    }
  }
}

export class BoardPicture {
  /**
   * @param {SVGSVGElement} picture
   * @param {((key: string) => void) | null} choose Called with the key of a space that is chosen; null if none can be.
   * @param {(id: string | null, near: Element | null) => void} detail Called with the space under the cursor.
   */
  constructor(picture, choose, detail) {
    this.picture = picture;
    this.choose = choose;
    this.detail = detail;
    /** @type {ReturnType<typeof placeSpaces> | null} */
    this.layout = null;
    /** @type {Map<string, number>} */
    this.counts = new Map();
  }

  /**
   * Draw a view.
   * @param {any} view
   * @param {Set<string>} options Keys of the legal spaces.
   * @param {Set<string>} changed Ids of spaces that the last events speak of.
   */
  draw(view, options, changed) {
    const layout = (this.layout ??= placeSpaces(view));
    const spaces = Object.values(view.spaces);
    this.picture.setAttribute("viewBox", frameOf(layout));
    this.picture.toggleAttribute("hidden", spaces.length === 0);
    const lines = view.layout.connections.map((link) => this.line(layout, link));
    const drawn = spaces.map((space) => this.space(view, layout, space, options, changed));
    this.picture.replaceChildren(svg("g", { class: "lines" }, ...lines), ...headings(view, layout), ...drawn);
    this.animate(view, layout);
  }

  /**
   * @param {ReturnType<typeof placeSpaces>} layout
   * @param {any} link
   */
  line(layout, link) {
    const start = layout.places.get(link.start);
    const end = layout.places.get(link.end);
    const kind = link.is_two_way ? "line" : "line one-way";
    return svg("line", { class: kind, x1: start?.x ?? 0, y1: start?.y ?? 0, x2: end?.x ?? 0, y2: end?.y ?? 0 });
  }

  space(view, layout, space, options, changed) {
    const place = layout.places.get(space.id);
    const { width, height } = layout;
    const isLegal = options.has(space.id);
    const choose = isLegal ? this.choose : null;
    const classes = ["space", isLegal ? "legal" : "", changed.has(space.id) ? "changed" : ""];
    const group = svg("g", {
      class: classes.filter(Boolean).join(" "),
      transform: `translate(${place.x - width / 2} ${place.y - height / 2})`,
      "data-id": space.id,
      role: choose ? "button" : "img",
      tabindex: choose ? 0 : false,
      "aria-label": describeSpace(view, space),
    });
    const owner = leaderOf(space);
    group.append(svg("rect", { class: "ground", width, height, rx: 8 }));
    if (space.colour) {
      group.append(svg("rect", { class: "tint", width, height: 5, fill: cssColour(space.colour) }));
    }
    if (owner) {
      group.append(svg("rect", { class: "owner", width: 6, height, rx: 3, fill: colourOf(view.colours, owner) }));
    }
    const size = Math.max(9, Math.min(15, height / 5));
    const heading = view.layout.kind === "grid" ? "" : space.title;
    const label = view.layout.kind === "grid" ? "" : `${space.label} `;
    group.append(fitted(`${label}${heading}`, 10, size + 5, width - 16, size, "name"));
    const badges = space.badges.map((badge) => (badge.text ? badge.text : badge.title)).join(" · ");
    if (badges) {
      group.append(fitted(badges, 10, height - 6, width - 16, size * 0.8, "badges"));
    }
    group.append(...this.contents(view, space, width, height, size));
    group.addEventListener("pointerenter", () => this.detail(space.id, group));
    group.addEventListener("pointerleave", () => this.detail(null, null));
    group.addEventListener("focus", () => this.detail(space.id, group));
    group.addEventListener("blur", () => this.detail(null, null));
    if (choose) {
      group.addEventListener("click", () => choose(space.id));
      group.addEventListener("keydown", (event) => {
        if (/** @type {KeyboardEvent} */ (event).key === "Enter" || /** @type {KeyboardEvent} */ (event).key === " ") {
          event.preventDefault();
          choose(space.id);
        }
      });
    }
    return group;
  }

  /** Pieces as shapes with their numbers, then values and cards as text. */
  contents(view, space, width, height, size) {
    const made = [];
    const radius = Math.max(8, Math.min(16, height / 6));
    let x = 12 + radius;
    const y = height / 2 + size / 2;
    for (const share of space.shares) {
      const coloured = share.variables.find((each) => view.colours[each.value?.id]);
      for (const pieces of share.pieces) {
        const colour = colourOf(view.colours, share.seat?.id, pieces.state, pieces.kind);
        const kind = view.kinds.findIndex((each) => each.id === pieces.kind);
        const ring = coloured ? { stroke: colourOf(view.colours, coloured.value.id), "stroke-width": 5 } : {};
        const piece = svg("g", { class: `piece ${pieces.state}`, transform: `translate(${x} ${y})` });
        piece.append(shapeOf(kind, radius, { fill: colour, ...ring }));
        piece.append(svg("text", { "font-size": radius, fill: readableOn(colour), y: radius / 3 }, String(pieces.amount)));
        piece.append(svg("title", {}, pieces.text));
        made.push(piece);
        x += 2 * radius + 6;
      }
      for (const value of share.variables.filter((each) => each !== coloured)) {
        const text = `${share.seat?.mark ?? ""} ${describeValue(value.value === true ? value.title : value.value)}`;
        made.push(fitted(text.trim(), x - radius, y + size / 3, width - x, size, "value"));
        x += size * 2.6;
      }
    }
    const values = space.variables.map((each) => (each.value === true ? each.title : `${each.title} ${describeValue(each.value)}`));
    const cards = space.piles.flatMap((pile) => pile.cards.map((card) => card?.title ?? "?"));
    const words = [...values, ...space.flags.map((flag) => flag.title), ...cards];
    if (words.length) {
      const below = space.badges.length ? 8 + size : 8;
      made.push(fitted(words.join(", "), 10, height - below, width - 16, size, "cards"));
    }
    return made;
  }

  /** Let discs travel from where there are fewer of a kind now to where there are more. */
  animate(view, layout) {
    const now = countPieces(view);
    const before = this.counts;
    this.counts = now;
    if (!before.size || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      return;
    }
    const moved = [...new Set([...now.keys(), ...before.keys()])].map((key) => ({
      ...JSON.parse(key),
      change: (now.get(key) ?? 0) - (before.get(key) ?? 0),
    }));
    for (const gain of moved.filter((each) => each.change > 0)) {
      const from = moved.find((each) => each.change < 0 && each.kind === gain.kind && each.owner === gain.owner);
      const [start, end] = [from && layout.places.get(from.place), layout.places.get(gain.place)];
      if (start && end) {
        const colour = colourOf(view.colours, gain.owner, gain.kind);
        const disc = svg("circle", { class: "moving", r: 14, fill: colour, cx: end.x, cy: end.y });
        this.picture.append(disc);
        const shift = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
        disc.animate([{ transform: shift }, { transform: "none" }], MOVE_MILLISECONDS).finished.then(() => disc.remove());
      }
    }
  }

  /**
   * Outline spaces, or none.
   * @param {string | null} id
   */
  outline(id) {
    for (const group of this.picture.querySelectorAll(".space")) {
      group.classList.toggle("outlined", id !== null && group.getAttribute("data-id") === id);
    }
  }
}

/** @param {ReturnType<typeof placeSpaces>} layout */
function frameOf(layout) {
  const points = [...layout.places.values()];
  if (!points.length) {
    return "0 0 1 1";
  }
  const left = Math.min(...points.map((each) => each.x)) - layout.width / 2 - 24;
  const top = Math.min(...points.map((each) => each.y)) - layout.height / 2 - 24;
  const right = Math.max(...points.map((each) => each.x)) + layout.width / 2 + 8;
  const bottom = Math.max(...points.map((each) => each.y)) + layout.height / 2 + 8;
  return `${left} ${top} ${right - left} ${bottom - top}`;
}

/** Names of a grid's columns and rows. */
function headings(view, layout) {
  if (view.layout.kind !== "grid") {
    return [];
  }
  const made = [];
  const seen = new Set();
  for (const space of Object.values(view.spaces)) {
    const place = layout.places.get(space.id);
    const [column, row] = [space.label.replace(/\d+$/, ""), space.label.replace(/^\D+/, "")];
    if (!seen.has(column)) {
      seen.add(column);
      made.push(svg("text", { class: "heading", x: place.x, y: 34 }, column));
    }
    if (!seen.has(row)) {
      seen.add(row);
      made.push(svg("text", { class: "heading", x: 28, y: place.y + 5 }, row));
    }
  }
  return made;
}

/**
 * Return a shape for a kind of piece: a disc, a square, a diamond or a triangle.
 * @param {number} kind Number of the kind.
 * @param {number} radius
 * @param {Record<string, string | number>} look
 */
function shapeOf(kind, radius, look) {
  const r = radius;
  const half = r * 0.88;
  const shapes = [
    () => svg("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 2, ...look }),
    () => svg("circle", { r, ...look }),
    () => svg("path", { d: `M0 ${-1.25 * r}L${1.25 * r} 0L0 ${1.25 * r}L${-1.25 * r} 0Z`, ...look }),
    () => svg("path", { d: `M0 ${-1.2 * r}L${1.2 * r} ${0.9 * r}L${-1.2 * r} ${0.9 * r}Z`, ...look }),
  ];
  return shapes[kind % shapes.length]();
}

/** Text that is narrowed if it is longer than its room. */
function fitted(text, x, y, room, size, name) {
  const long = text.length * size * 0.6 > room;
  const narrow = long ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};
  return svg("text", { class: name, x, y, "font-size": size, ...narrow }, text);
}

/** @returns {string | null} The seat with the most pieces in a space. */
function leaderOf(space) {
  const amounts = space.shares
    .filter((share) => share.seat)
    .map((share) => ({ id: share.seat.id, amount: share.pieces.reduce((sum, pieces) => sum + pieces.amount, 0) }))
    .sort((a, b) => b.amount - a.amount);
  return amounts.length && amounts[0].amount > (amounts[1]?.amount ?? 0) ? amounts[0].id : null;
}

/** @returns {Map<string, number>} */
function countPieces(view) {
  const counts = new Map();
  for (const place of [...Object.values(view.spaces), ...view.boxes]) {
    for (const share of place.shares) {
      for (const pieces of share.pieces) {
        const key = JSON.stringify({ place: place.id, owner: share.seat?.id ?? null, kind: pieces.kind });
        counts.set(key, (counts.get(key) ?? 0) + pieces.amount);
      }
    }
  }
  return counts;
}

/**
 * Return a space in words.
 * @param {any} view
 * @param {any} space
 * @returns {string}
 */
export function describeSpace(view, space) {
  const shares = space.shares.map((share) => {
    const pieces = share.pieces.map((each) => each.text);
    const values = share.variables.map((each) => `${each.title} ${describeValue(each.value)}`);
    return `${share.seat ? `${share.seat.title}: ` : ""}${[...pieces, ...values].join(", ")}`;
  });
  const facts = [
    ...shares,
    ...space.variables.map((each) => (each.value === true ? each.title : `${each.title} ${describeValue(each.value)}`)),
    ...space.flags.map((flag) => flag.title),
    ...space.piles.flatMap((pile) => pile.cards.map((card) => card?.title ?? "?")),
    space.attributes,
  ];
  return `${space.title}. ${facts.filter(Boolean).join("; ")}`;
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
  return value === true ? "yes" : String(value);
}
