// @ts-check
/** The box with the details of a card or a space, beside the thing that it describes. */

import { detailsOf } from "./cards.js";

const DISTANCE = 10;
const HIDING_MILLISECONDS = 150;

export class DetailBox {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    /** @type {Element | null} */
    this.near = null;
    this.hiding = 0;
    box.addEventListener("pointerenter", () => clearTimeout(this.hiding));
    box.addEventListener("pointerleave", () => this.hide());
  }

  /**
   * Show a card's or a space's details beside an element, or hide them soon.
   * @param {any} view
   * @param {string | null} id
   * @param {Element | null} near
   */
  show(view, id, near) {
    clearTimeout(this.hiding);
    const parts = view && id !== null && near ? detailsOf(view, id) : [];
    if (!parts.length) {
      this.hiding = setTimeout(() => this.hide(), HIDING_MILLISECONDS);
      return;
    }
    this.hide();
    this.near = near;
    near.setAttribute("aria-describedby", this.box.id);
    this.box.replaceChildren(...parts);
    this.box.hidden = false;
    const isOnBoard = near.closest("#board") !== null;
    this.place(near.getBoundingClientRect(), isOnBoard ? document.getElementById("log").getBoundingClientRect() : null);
  }

  hide() {
    clearTimeout(this.hiding);
    this.near?.removeAttribute("aria-describedby");
    this.near = null;
    this.box.hidden = true;
  }

  /**
   * Place the box beside its target. That of a space would cover other spaces: it lies on the log, if that is in view,
   * else at the bottom of the page.
   * @param {DOMRect} target
   * @param {DOMRect | null} log Place of the log, if the target is a space.
   */
  place(target, log) {
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const [right, left] = [target.right + DISTANCE, target.left - DISTANCE - width];
    const fits = right + width <= innerWidth ? right : left >= 0 ? left : null;
    const below = target.bottom + DISTANCE + height <= innerHeight ? target.bottom + DISTANCE : target.top - DISTANCE - height;
    if (log) {
      const isBeside = log.left > target.right && log.top < innerHeight - height;
      this.move(isBeside ? log.left : 4, isBeside ? Math.max(0, log.top) : innerHeight - height - 4);
      return;
    }
    const x = fits ?? Math.max(0, Math.min(target.left, innerWidth - width));
    const y = fits === null ? below : target.top;
    this.move(x, Math.max(0, Math.min(y, innerHeight - height)));
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  move(x, y) {
    this.box.style.left = `${x}px`;
    this.box.style.top = `${y}px`;
  }
}
