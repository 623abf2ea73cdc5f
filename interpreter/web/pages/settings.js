// @ts-check
/** Switches of a page, which the browser keeps: animated moves, and answers that are typed anywhere. */

/**
 * @param {"animate" | "typing"} name
 * @returns {boolean}
 */
export function isOn(name) {
  try {
    return localStorage.getItem(name) !== "off";
  } catch {
    return true; // pages from a disk may have no storage
  }
}

/** Let each checkbox with `data-setting` show its switch and set it. */
export function connectSettings() {
  for (const box of document.querySelectorAll("input[data-setting]")) {
    const input = /** @type {HTMLInputElement} */ (box);
    const name = /** @type {"animate" | "typing"} */ (input.dataset.setting);
    input.checked = isOn(name);
    input.addEventListener("change", () => {
      try {
        localStorage.setItem(name, input.checked ? "on" : "off");
      } catch {
        input.checked = true;
      }
    });
  }
}
