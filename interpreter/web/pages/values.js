// @ts-check
/** Values that are encoded without repetitions, as the module `value_table` describes it. */

export class ValueReader {
  /** @param {any[]} entries */
  constructor(entries) {
    this.entries = entries;
    /** @type {Map<number, any>} */
    this.known = new Map();
  }

  /**
   * Return an encoded value as it was. Equal values are the same object, which nobody may change.
   * @param {any} encoded
   * @returns {any}
   */
  read(encoded) {
    if (!Array.isArray(encoded)) {
      return encoded;
    }
    const [number] = encoded;
    if (!this.known.has(number)) {
      this.known.set(number, this.parts(this.entries[number]));
    }
    return this.known.get(number);
  }

  /** @param {any} entry */
  parts(entry) {
    if (Array.isArray(entry)) {
      return entry.map((part) => this.read(part));
    }
    if (entry && typeof entry === "object") {
      return Object.fromEntries(Object.entries(entry).map(([name, part]) => [name, this.read(part)]));
    }
    return entry;
  }
}
