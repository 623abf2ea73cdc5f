// @ts-check
/** Places of spaces and connections on the board, in pixels. They depend on the map and the room alone. */

import { cutText, textWidth } from "./lettering.js";

/** Size of the letters of a grid's title. */
export const CAPTION_LETTERS = 13.5;
const GAP = 9;
const BOX = { width: 160, height: 88, narrowest: 100, lowest: 62 };
const HEADING = 22;
const CAPTION = 22;
const EDGE = 4;
const SPREADING_STEPS = 200;
const MOST_GROWTHS = 8;
const BENDS = [0, 36, -36, 72, -72, 108, -108];
const SAMPLES = 24;

/**
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ points: Point[], isTwoWay: boolean }} Route Points along a connection.
 * @typedef {{ text: string, x: number, y: number }} Heading The name of a grid's column or row.
 * @typedef {{ text: string, x: number, y: number }} Caption The title of one of several grids.
 * @typedef {{ places: Map<string, Point>, routes: Route[], box: { width: number, height: number }, width: number, height: number, area?: { x: number, y: number, width: number, height: number }, outline?: Point[], turned?: Set<string>, headings?: Heading[], captions?: Caption[] }} BoardLayout
 * Sizes and places in pixels; of a grid also the corners of a cell, as seen from its centre. `box` is the room for a space's contents.
 */

/**
 * Return the size of the board, the centre and the size of each space, and the connections.
 * @param {any} view
 * @param {{ width: number, height: number, windowHeight: number }} room Width of the board, the height that it should have, and that of the window.
 * @returns {BoardLayout}
 */
export function layOut(view, room) {
  const layOutSpaces = view.layout.kind === "grid" ? layOutGrid : view.layout.image_ratio ? layOutOnPicture : layOutMap;
  const found = layOutSpaces(view, room);
  const routes = view.layout.connections.map((link) => routeOf(found, link));
  return { ...found, routes };
}

function layOutGrid(view, room) {
  const { size, cell, text, outline, turned, headings, captions } = view.layout.shape;
  const margin = (axis, way) => (headings.some((each) => isAtEdge(each, axis, way, size[axis])) ? HEADING : 4);
  const [left, right, under, bottom] = [margin(0, -1), margin(0, 1), margin(1, -1), margin(1, 1)];
  const top = under + (captions.length ? CAPTION : 0);
  const width = Math.min(room.width - left - right, widthBesideTitle(captions.at(-1), size[0], room.width - left - EDGE));
  const height = Math.max(room.height, Math.min(room.width, room.windowHeight * 0.68)) - top - bottom;
  const side = Math.max(24, Math.min(width / size[0], height / size[1], 150));
  const from = left + (width - side * size[0]) / 2;
  const places = new Map();
  for (const space of Object.values(view.spaces)) {
    const [x, y] = [0, 1].map((axis) => cell[axis] / 2 + space.at[axis] * (size[axis] - cell[axis]));
    places.set(space.id, { x: from + x * side, y: top + y * side });
  }
  return {
    places,
    box: { width: text[0] * side, height: text[1] * side },
    width: room.width,
    height: top + size[1] * side + bottom,
    area: { x: from, y: top, width: side * size[0], height: side * size[1] },
    outline: outline.map(([x, y]) => ({ x: x * side, y: y * side })),
    turned: new Set(turned),
    headings: headings.map((each) => ({
      text: each.text,
      x: from + each.point[0] * side + each.direction[0] * 11,
      y: top + each.point[1] * side + each.direction[1] * 11 + 5,
    })),
    captions: captions.map((each) => {
      const x = from + each.left * side;
      const end = each.room === null ? room.width - EDGE : x + each.room * side - EDGE;
      return { text: cutText(each.text, CAPTION_LETTERS, end - x, true), x, y: CAPTION - 6 };
    }),
  };
}

/** Return the largest width of several grids with which the title of the last one, which may be longer than it, fits into the room. */
function widthBesideTitle(caption, width, room) {
  const written = caption ? Math.min(room / 2, textWidth(caption.text, CAPTION_LETTERS, true)) : 0;
  return caption ? ((room - written) * width) / caption.left : Infinity;
}

/** Whether a heading lies outside of an edge of the board: -1 for the left or upper one, 1 for the other. */
function isAtEdge(heading, axis, way, length) {
  const inside = way < 0 ? heading.point[axis] : length - heading.point[axis];
  return heading.direction[axis] * way > 0.1 && inside < 0.5;
}

/** Spaces at their places on a picture; their boxes are as small as it takes not to overlap. */
function layOutOnPicture(view, room) {
  const spaces = Object.values(view.spaces);
  const { width } = room;
  const height = width / view.layout.image_ratio;
  const box = { width: Math.max(44, Math.min(BOX.width, width * 0.16)), height: 0 };
  box.height = box.width / 1.8;
  const places = new Map(spaces.map((space) => [space.id, { x: space.at[0] * width, y: space.at[1] * height }]));
  let scale = 1;
  for (const [at, one] of [...places.values()].entries()) {
    for (const other of [...places.values()].slice(at + 1)) {
      scale = Math.min(scale, Math.max(Math.abs(one.x - other.x) / (box.width + 4), Math.abs(one.y - other.y) / (box.height + 4)));
    }
  }
  scale = Math.max(scale, 36 / box.width);
  return { places, box: { width: box.width * scale, height: box.height * scale }, width, height };
}

function layOutMap(view, room) {
  const spaces = Object.values(view.spaces);
  const count = Math.max(1, spaces.length);
  const share = ((view.layout.connections.length ? 0.32 : 0.42) * room.width * room.height) / count;
  const width = Math.max(BOX.narrowest, Math.min(BOX.width, Math.sqrt(share * 1.8)));
  const box = { width, height: Math.max(BOX.lowest, Math.min(BOX.height, width / 1.8)) };
  const columns = Math.max(1, Math.floor(room.width / (box.width + GAP)));
  const lowest = (view.layout.connections.length ? 1.4 : 1.1) * Math.ceil(count / columns) * (box.height + GAP);
  for (let height = Math.max(room.height, lowest), growth = 0; ; height *= 1.1, growth += 1) {
    const boxes = spaces.map((space) => ({
      id: space.id,
      x: GAP + box.width / 2 + space.at[0] * (room.width - box.width - 2 * GAP),
      y: GAP + box.height / 2 + space.at[1] * (height - box.height - 2 * GAP),
    }));
    if (spread(boxes, box, { width: room.width, height }) || growth === MOST_GROWTHS) {
      return { places: new Map(boxes.map(({ id, x, y }) => [id, { x, y }])), box, width: room.width, height };
    }
  }
}

/**
 * Move overlapping boxes apart, along the axis on which they overlap less. Return false if some overlap still.
 * @param {Point[]} boxes
 * @param {{ width: number, height: number }} box
 * @param {{ width: number, height: number }} board
 */
function spread(boxes, box, board) {
  const [width, height] = [box.width + GAP, box.height + GAP];
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
    for (const each of boxes) {
      each.x = Math.max(width / 2, Math.min(board.width - width / 2, each.x));
      each.y = Math.max(height / 2, Math.min(board.height - height / 2, each.y));
    }
    if (!moved) {
      return true;
    }
  }
  return false;
}

/**
 * Return a connection as a line, or as the curve that passes behind the fewest other spaces.
 * @param {{ places: Map<string, Point>, box: { width: number, height: number }, width: number, height: number }} board
 * @param {any} link
 * @returns {Route}
 */
function routeOf({ places, box, width, height }, link) {
  const [start, end] = [places.get(link.start), places.get(link.end)];
  const others = [...places].filter(([id]) => id !== link.start && id !== link.end).map(([, place]) => place);
  let best = { points: [], hidden: Infinity };
  for (const bend of BENDS) {
    const points = curve(start, end, bend);
    const hidden = points.filter((point) => !isOn(point, width, height) || others.some((other) => isInside(point, other, box))).length;
    if (hidden < best.hidden) {
      best = { points, hidden };
    }
    if (!best.hidden) {
      break;
    }
  }
  const outside = best.points.filter((point) => !isInside(point, start, box) && !isInside(point, end, box));
  return { points: outside.length > 1 ? [start, ...outside, end] : [start, end], isTwoWay: link.is_two_way };
}

/** Points of a quadratic curve whose middle lies `bend` beside the line. */
function curve(start, end, bend) {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy) || 1;
  const middle = { x: (start.x + end.x) / 2 - (2 * bend * dy) / length, y: (start.y + end.y) / 2 + (2 * bend * dx) / length };
  return Array.from({ length: SAMPLES + 1 }, (_, at) => {
    const t = at / SAMPLES;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return { x: a * start.x + b * middle.x + c * end.x, y: a * start.y + b * middle.y + c * end.y };
  });
}

function isOn(point, width, height) {
  return point.x > 6 && point.y > 6 && point.x < width - 6 && point.y < height - 6;
}

function isInside(point, centre, box) {
  return Math.abs(point.x - centre.x) < box.width / 2 + 2 && Math.abs(point.y - centre.y) < box.height / 2 + 2;
}
