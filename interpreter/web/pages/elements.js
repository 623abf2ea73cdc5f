// @ts-check
/** Elements of the page. Texts of a game are always set as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an HTML element.
 * @param {string} name
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElement}
 */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  return /** @type {HTMLElement} */ (fill(made, attributes, children));
}

/**
 * Create an SVG element.
 * @param {string} name
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  return /** @type {SVGElement} */ (fill(made, attributes, children));
}

/**
 * @param {Element} made
 * @param {Record<string, string | number | boolean>} attributes
 * @param {(Node | string)[]} children
 */
function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) {
      made.setAttribute(key, String(value));
    }
  }
  made.append(...children);
  return made;
}

/**
 * Return the element of the page with an id.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  return document.getElementById(id);
}

/** Colours of the rules by name, chosen to be readable on light and on dark. */
const COLOURS = {
  red: "#c8372d", blue: "#2f6db5", green: "#2e8b57", yellow: "#d9a514", orange: "#d9722b", purple: "#7d4ba0",
  brown: "#8a5a34", pink: "#d0679d", teal: "#1f8f8f", white: "#f4f1e8", grey: "#868686", black: "#2b2b2b",
};

/**
 * Return a colour of the rules as one of CSS.
 * @param {Record<string, string>} colours Colours by id.
 * @param {(string | null | undefined)[]} ids The first id with a colour counts.
 * @returns {string}
 */
export function colourOf(colours, ...ids) {
  const found = ids.map((id) => (id ? colours[id] : undefined)).find(Boolean);
  return found === undefined ? COLOURS.grey : (COLOURS[found] ?? found);
}

/**
 * Return a colour of the rules, or its name, as one of CSS.
 * @param {string} colour
 */
export function cssColour(colour) {
  return COLOURS[colour] ?? colour;
}

/**
 * Return black or white, whichever is more readable on a colour.
 * @param {string} colour `#rrggbb`.
 */
export function readableOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000" : "#fff";
}
