// @ts-check
/** Text in pictures, which doesn't wrap by itself: its width, and lines that fit into a room. */

const ruler = document.createElement("canvas").getContext("2d");
const FAMILY = "system-ui, sans-serif";
const MOST_KEPT = 5000;
/** @type {Map<string, number>} Widths of texts that were measured, by font and text. */
const widths = new Map();

/**
 * Return the width of a text in pixels.
 * @param {string} text
 * @param {number} size
 * @param {boolean} [isBold]
 */
export function textWidth(text, size, isBold = false) {
  const font = `${isBold ? "bold " : ""}${size}px ${FAMILY}`;
  const key = `${font} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size >= MOST_KEPT) {
      widths.clear();
    }
    ruler.font = font;
    width = ruler.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/**
 * Return as much of a text as fits, with `…` if something is cut off.
 * @param {string} text
 * @param {number} size
 * @param {number} room
 * @param {boolean} [isBold]
 */
export function cutText(text, size, room, isBold = false) {
  if (textWidth(text, size, isBold) <= room) {
    return text;
  }
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join("")}…`, size, isBold) > room) {
    letters.pop();
  }
  return `${letters.join("").trimEnd()}…`;
}

/**
 * Return a text as lines that fit. The last one is cut if there would be too many.
 * @param {string} text
 * @param {number} size
 * @param {number} room
 * @param {number} most
 * @param {boolean} [isBold]
 */
export function wrapText(text, size, room, most, isBold = false) {
  const lines = [];
  let line = "";
  for (const word of text.split(/(?<=[ -])/)) {
    const longer = line + word;
    if (line && textWidth(longer.trimEnd(), size, isBold) > room && lines.length < most - 1) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  lines.push(line);
  return lines.map((each) => cutText(each.trimEnd(), size, room, isBold));
}
