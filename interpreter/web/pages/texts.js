// @ts-check
/** The page's own words, in the language of the match. */

/** @type {Record<string, string>} */
const texts = {};

/**
 * Take the words, and put them where the page names them: `data-text` is a text, `data-name` a name for screen readers,
 * and `data-title` a hint, with the keys of `data-keys`.
 * @param {Record<string, string>} given
 */
export function setTexts(given) {
  Object.assign(texts, given);
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = text(element.getAttribute("data-text") ?? "");
  }
  for (const element of document.querySelectorAll("[data-name]")) {
    element.setAttribute("aria-label", text(element.getAttribute("data-name") ?? ""));
  }
  for (const element of document.querySelectorAll("[data-title]")) {
    const keys = element.getAttribute("data-keys");
    element.setAttribute("title", `${text(element.getAttribute("data-title") ?? "")}${keys ? ` (${keys})` : ""}`);
  }
}

/**
 * Return words with their holes filled.
 * @param {string} name
 * @param {Record<string, string | number>} [parts]
 * @returns {string}
 */
export function text(name, parts = {}) {
  return Object.entries(parts).reduce((said, [hole, part]) => said.replaceAll(`{${hole}}`, String(part)), texts[name] ?? "");
}
