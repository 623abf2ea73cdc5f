// @ts-check
/** The board as a picture: spaces at fixed places, with their contents, legal ones lit. */

import { movesBetween, slideMoves } from "./animation.js";
import { cssColour, readableOn, svg } from "./elements.js";
import { drawJoints, placeJoints } from "./joints.js";
import { CAPTION_LETTERS, layOut } from "./layout.js";
import { textWidth, wrapText } from "./lettering.js";
import { tokensOf } from "./tokens.js";
import { describeBadge, describeSpace, describeVariable } from "./words.js";

const TITLE = 12.5;
const SMALLEST = TITLE - 3.25;
const SMALLER = [TITLE - 1.25, TITLE - 2.5, SMALLEST];
const SMALL = 11;
const COMMON_TEXT = 16;
const NARROWEST = 380;
const GAP = 5;
const LOW = 50;
const HIGH = 60;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

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
    /** @type {import("./layout.js").BoardLayout | null} */
    this.layout = null;
    /** Everything that the layout depends on. */
    this.laidOut = "";
    /** @type {any} */
    this.drawn = null;
    /** Everything that all spaces and their ground were drawn from. */
    this.common = "";
    /** @type {Map<string, { key: string, made: SVGElement }>} The spaces as they were drawn, and what from. */
    this.groups = new Map();
    /** Address of the background picture, where there is one. */
    this.background = "";
    /** @type {SVGElement | null} */
    this.image = null;
    /** Id of the space that the tabulator key leads to. */
    this.reached = "";
    /** Width of the place for the picture; 0: to be measured, which makes the browser lay out the page. */
    this.room = 0;
    /** Size of the reader's text, as a multiple of the common one; and that for which the board was drawn. */
    this.scale = 1;
    this.drawnScale = 1;
    picture.addEventListener("keydown", (event) => this.walk(event));
    new ResizeObserver(() => {
      this.room = 0;
      this.fit();
    }).observe(picture.parentElement);
    addEventListener("resize", () => this.fit());
  }

  /**
   * Draw a view.
   * @param {any} view
   * @param {Map<string, any>} options Options that are spaces, or boxes between spaces, by key.
   * @param {Set<string>} changed Ids of spaces that the last events speak of.
   */
  draw(view, options, changed) {
    const before = this.drawn?.view;
    this.drawn = { view, options, changed };
    this.paint();
    if (before && this.layout) {
      slideMoves(this.picture, movesBetween(before, view), this.layout, view);
    }
  }

  /** Lay the board out anew if it has another size now. */
  fit() {
    if (this.drawn && (this.roomFor().width !== this.layout?.width || this.scale !== this.drawnScale)) {
      this.paint();
    }
  }

  /**
   * Width of the board, the height that it should have, and that of the window, all in units that grow with the reader's
   * text. With large text in a narrow page, the board keeps some width, and scrolls.
   */
  roomFor() {
    if (!this.room) {
      this.room = this.picture.parentElement.clientWidth;
      this.scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / COMMON_TEXT;
    }
    const width = Math.floor(Math.max(this.scale > 1 ? NARROWEST : 240, this.room / this.scale));
    const windowHeight = innerHeight / this.scale;
    const height = width < 600 ? width * 0.9 : Math.max(380, Math.min(width * 0.62, windowHeight * 0.6));
    return { width, height: Math.floor(height), windowHeight };
  }

  paint() {
    const { view, options, changed } = this.drawn;
    const spaces = Object.values(view.spaces);
    this.picture.toggleAttribute("hidden", spaces.length === 0);
    if (!spaces.length) {
      return;
    }
    const layout = this.layoutOf(view, spaces);
    const focused = this.picture.contains(document.activeElement) ? document.activeElement.getAttribute("data-id") : null;
    if (!(this.reached in view.spaces)) {
      this.reached = spaces[0].id;
    }
    const first = [...options.keys()].find((id) => id in view.spaces);
    if (focused === null && first !== undefined && !options.has(this.reached)) {
      this.reached = first;
    }
    if (this.scale !== this.drawnScale) {
      this.drawnScale = this.scale;
      this.common = "";
    }
    const isPictured = Boolean(view.layout.image_ratio && this.background);
    this.picture.classList.toggle("pictured", isPictured);
    const common = JSON.stringify([this.laidOut, isPictured, view.kinds, view.colours, view.lang]);
    if (common !== this.common) {
      this.picture.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
      this.picture.style.minWidth = layout.width * this.scale > this.room + 1 ? `${layout.width * this.scale}px` : "";
      const sheet = svg("rect", { class: "sheet", width: layout.width, height: layout.height, rx: 10 });
      this.common = common;
      this.groups.clear();
      const names = (layout.headings ?? []).map(({ text, x, y }) => svg("text", { class: "heading", x, y }, text));
      for (const { text, x, y } of layout.captions ?? []) {
        names.push(svg("text", { class: "caption", x, y, "font-size": CAPTION_LETTERS }, text));
      }
      this.picture.replaceChildren(sheet, ...(isPictured ? [this.placeImage(view, layout)] : connections(layout)), ...names);
    }
    for (const stale of this.picture.querySelectorAll(":scope > .moving")) {
      stale.remove();
    }
    for (const space of spaces) {
      this.place(view, layout, space, options.get(space.id), changed.has(space.id));
    }
    this.drawJoints(view, layout, options, changed);
    this.outline(null);
    if (focused !== null) {
      const group = this.groupOf(focused);
      if (group === document.activeElement) {
        this.detail(focused, group);
      } else {
        group?.focus({ preventScroll: true });
      }
    }
  }

  /** Draw the boxes between spaces anew, on top of the spaces. */
  drawJoints(view, layout, options, changed) {
    for (const before of this.picture.querySelectorAll(":scope > .joint")) {
      before.remove();
    }
    if (view.layout.joints.length) {
      this.picture.append(...drawJoints(view, placeJoints(view, layout), options, changed, this.choose));
    }
  }

  /** The layout, made anew only if the map or the room has changed. */
  layoutOf(view, spaces) {
    const room = this.roomFor();
    const laidOut = JSON.stringify([room, view.layout, spaces.map((space) => [space.id, space.at])]);
    if (this.layout === null || laidOut !== this.laidOut) {
      this.laidOut = laidOut;
      this.layout = layOut(view, room);
    }
    return this.layout;
  }

  /** The background, behind the whole board, or behind the cells of a grid. It is one element, so that it loads once. */
  placeImage(view, layout) {
    this.image ??= svg("image", { class: "background", href: this.background, preserveAspectRatio: "none" });
    const { x, y, width, height } = layout.area ?? { x: 0, y: 0, ...layout };
    for (const [name, value] of Object.entries({ x, y, width, height })) {
      this.image.setAttribute(name, String(value));
    }
    return this.image;
  }

  /** @returns {any} */
  groupOf(id) {
    return this.groups.get(id)?.made;
  }

  /** Draw a space, unless it looks as it did before. */
  place(view, layout, space, option, isChanged) {
    const faces = space.piles.flatMap((pile) => pile.cards).map((card) => card && view.cards[card.id]);
    const key = JSON.stringify([space, option, isChanged, faces]);
    const before = this.groups.get(space.id);
    if (before?.key !== key) {
      const made = this.space(view, layout, space, option, isChanged);
      if (before) {
        before.made.replaceWith(made);
      } else {
        this.picture.append(made);
      }
      this.groups.set(space.id, { key, made });
    }
    this.groupOf(space.id).setAttribute("tabindex", space.id === this.reached ? "0" : "-1");
  }

  space(view, layout, space, option, isChanged) {
    const place = layout.places.get(space.id);
    const { width, height } = layout.box;
    const classes = ["space", option ? "legal" : "", isChanged ? "changed" : "", space.is_closed ? "closed" : ""];
    const group = svg("g", {
      class: classes.filter(Boolean).join(" "),
      transform: `translate(${place.x - width / 2} ${place.y - height / 2})`,
      "data-id": space.id,
      role: "button",
      "aria-label": `${describeSpace(space)}${option ? `. ${option.label}` : ""}`,
      "aria-disabled": !(option && this.choose),
    });
    const isCell = layout.outline !== undefined;
    const inset = isCell ? 2 : 0;
    const shape = (name) =>
      isCell && layout.outline.length !== 4
        ? svg("path", { class: name, d: cellPath(layout, inset, layout.turned.has(space.id)) })
        : svg("rect", { class: name, x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset, rx: 7 });
    group.append(shape("ground"));
    const band = isCell ? { height: 0, number: undefined } : this.band(group, space, option, layout.box);
    const hasKey = option && (!isCell || keyWidth(option.label) <= width);  // a long one would hide the cells beside
    const top = band.height + inset + (hasKey && isCell ? KEY : 0);
    this.contents(group, view, space, { top, width, height: height - inset }, band.number);
    group.append(shape("frame"));
    if (hasKey) {
      group.append(keyMark(option.label, isCell ? width - 5 : width - 4, isCell ? 5 : 4));
    }
    group.addEventListener("pointerenter", () => this.detail(space.id, group));
    group.addEventListener("pointerleave", () => this.detail(null, null));
    group.addEventListener("focus", () => this.detail(space.id, group));
    group.addEventListener("blur", () => this.detail(null, null));
    group.addEventListener("click", () => (option && this.choose ? this.choose(space.id) : this.detail(space.id, group)));
    return group;
  }

  /** The name of a space on its colour, with its number if it has one and there is room; returns both. */
  band(group, space, option, box) {
    const { width } = box;
    const isLow = box.height < LOW;
    const badge = isLow ? undefined : space.badges.find(isNumber);
    const key = option ? keyWidth(option.label) + 3 : 0;
    const words = space.title.split(/(?<=[ -])/).map((word) => word.trimEnd());
    const isWhole = (size, among) => words.every((word) => textWidth(word, size, true) <= among);
    const beside = badge ? textWidth(badge.text, SMALL) + 5 : 0;
    const number = isWhole(SMALLEST, width - 12 - beside - key) ? badge : undefined;
    const room = width - 12 - key - (number ? beside : 0);
    const longest = [TITLE, TITLE - 1.25].find((each) => textWidth(space.title, each, true) <= room);
    const size = isLow ? SMALL - 1.5 : longest ?? SMALLER.find((each) => isWhole(each, room)) ?? SMALLEST;
    const lines = wrapText(space.title, size, room, isLow ? 1 : box.height < HIGH ? 2 : 3, true);
    const height = (isLow ? 3 : 6) + lines.length * (size + 2);
    const colour = space.colour ? cssColour(space.colour) : "";
    const look = colour ? { fill: readableOn(colour) } : {};
    group.append(svg("path", { class: colour ? "band" : "band plain", d: `M0 ${height}V7Q0 0 7 0H${width - 7}Q${width} 0 ${width} 7V${height}Z`, fill: colour || false }));
    for (const [at, line] of lines.entries()) {
      group.append(svg("text", { class: "name", x: 6, y: 1 + (at + 1) * (size + 2), "font-size": size, ...look }, line));
    }
    if (number) {
      group.append(svg("text", { class: "number", x: width - 6 - key, y: 1 + TITLE + 2, "font-size": SMALL, ...look }, number.text));
    }
    return { height, number };
  }

  /**
   * Tokens in rows, which are made smaller if they are too high, and below as many words as there is room for.
   * `number`: the badge that stands beside the name.
   */
  contents(group, view, space, room, number) {
    const isGrid = view.layout.kind === "grid";
    const isLow = room.height < LOW && !isGrid;
    const radius = isLow ? Math.max(5, (room.height - room.top) / 2.5) : Math.max(10, Math.min(13, room.height / 6.5));
    const width = room.width - 14;
    const rows = inRows(tokensOf(view, space, radius, width), width);
    const moved = number || isGrid ? undefined : space.badges.find(isNumber);
    const badges = space.badges.filter((badge) => badge !== number && badge.text !== "0").map((badge) => (badge === moved ? badge.text : describeBadge(badge)));
    const text = [...space.variables.map(describeVariable), ...space.flags.map((flag) => flag.title), ...badges].join(" · ");
    const rowHeight = 2 * radius + 6;
    const free = room.height - room.top - 3;
    const most = Math.max(rows.length ? 0 : 1, Math.floor((free + 2 - rows.length * rowHeight) / (SMALL + 2)));
    const lines = text && most && !isLow ? wrapText(text, SMALL, width, Math.min(rows.length ? 2 : 3, most)) : [];
    const below = room.height - lines.length * (SMALL + 2) - (lines.length ? 2 : 0);
    const scale = Math.min(1, (below - room.top) / (rows.length * rowHeight), ...rows.map((row) => width / row.width));
    for (const [at, row] of rows.entries()) {
      let x = isGrid ? (room.width - row.width * scale) / 2 : 7;
      const y = (room.top + below) / 2 + (at - (rows.length - 1) / 2) * rowHeight * scale;
      for (const token of row.tokens) {
        token.node.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
        group.append(token.node);
        x += (token.width + GAP) * scale;
      }
    }
    for (const [at, line] of lines.entries()) {
      group.append(svg("text", { class: "words", x: 7, y: below + (at + 1) * (SMALL + 2) - 3, "font-size": SMALL }, line));
    }
  }

  /** Walk from space to space with the arrow keys, and choose with Enter or the space bar. */
  walk(event) {
    const from = this.layout?.places.get(event.target.getAttribute?.("data-id"));
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    } else if (event.key in ARROWS && from) {
      event.preventDefault();
      const [dx, dy] = ARROWS[event.key];
      let [best, nearest] = ["", Infinity];
      for (const [id, place] of this.layout.places) {
        const ahead = (place.x - from.x) * dx + (place.y - from.y) * dy;
        const beside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
        if (ahead > 4 && ahead + 2.5 * beside < nearest) {
          [best, nearest] = [id, ahead + 2.5 * beside];
        }
      }
      if (best) {
        event.target.setAttribute("tabindex", "-1");
        this.reached = best;
        this.groupOf(best).setAttribute("tabindex", "0");
        this.groupOf(best).focus();
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

/** Tokens in rows that are as wide as their room at most. */
function inRows(tokens, room) {
  const rows = [];
  for (const token of tokens) {
    const row = rows.at(-1);
    if (row && row.width + GAP + token.width <= room) {
      row.tokens.push(token);
      row.width += GAP + token.width;
    } else {
      rows.push({ tokens: [token], width: token.width });
    }
  }
  return rows;
}

function isNumber(badge) {
  return /^-?\d+$/.test(badge.text);
}

/** @param {import("./layout.js").BoardLayout} layout */
function connections(layout) {
  const paths = layout.routes.map((route) => `M${route.points.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("L")}`);
  const roads = ["verge", "road"].map((name) =>
    svg("g", { class: name }, ...paths.map((d, at) => svg("path", { d, class: layout.routes[at].isTwoWay ? false : "one-way" }))),
  );
  const heads = layout.routes.filter((route) => !route.isTwoWay).map((route) => arrowhead(route, layout.box));
  return [...roads, ...heads];
}

/** The head of an arrow, where a road reaches its space. */
function arrowhead(route, box) {
  const [end, before] = [route.points.at(-1), route.points.at(-2)];
  const [dx, dy] = [end.x - before.x, end.y - before.y];
  const length = Math.hypot(dx, dy) || 1;
  const inside = Math.min((box.width / 2) / Math.max(0.01, Math.abs(dx / length)), (box.height / 2) / Math.max(0.01, Math.abs(dy / length)));
  const tip = { x: end.x - (dx / length) * (inside + 1), y: end.y - (dy / length) * (inside + 1) };
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  return svg("path", { class: "head", d: "M0 0L-13 -8V8Z", transform: `translate(${tip.x} ${tip.y}) rotate(${turn})` });
}

const KEY = 11;

function keyWidth(label) {
  return Math.max(18, textWidth(label, KEY, true) + 9);
}

/** What is typed for a legal space, at its upper right corner. */
function keyMark(label, right, top) {
  const width = keyWidth(label);
  const mark = svg("g", { class: "key", transform: `translate(${right - width} ${top})` });
  mark.append(svg("rect", { width, height: 16, rx: 4 }), svg("text", { x: width / 2, y: 12, "font-size": KEY }, label));
  return mark;
}

/** The outline of a cell, a little smaller than the cell, in the coordinates of the box around its centre. */
function cellPath(layout, inset, isTurned) {
  const { width, height } = layout.box;
  const points = layout.outline.map(({ x, y }) => {
    const scale = 1 - inset / Math.hypot(x, y);
    return `${(width / 2 + x * scale).toFixed(1)} ${(height / 2 + (isTurned ? -y : y) * scale).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
