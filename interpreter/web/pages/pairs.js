// @ts-check
/** Pairs chosen by pointing: first at the one thing, then at the other. */

/**
 * Return the options as single things, by their ids: spaces and cards on offer, and the things of pairs.
 * @param {any[]} options
 * @param {string | null} begun The first thing of a pair, if it has been pointed at.
 * @returns {Map<string, { kind: string, label: string, key: string | null }>} What is typed for each thing; `key` is that
 *   of the option which it completes.
 */
export function thingsOnOffer(options, begun) {
  const found = new Map();
  for (const option of options) {
    const [first, second] = option.parts ?? [];
    if (first === undefined) {
      found.set(option.key, option);
    } else if (begun === null) {
      found.set(first, found.get(first) ?? { kind: "pair", label: labelOf(option, 0), key: null });
    } else if (first === begun) {
      found.set(second, { kind: "pair", label: labelOf(option, 1), key: option.key });
    }
  }
  return found;
}

/** The label of one thing of a pair, or that of the pair if it has a number. */
function labelOf(option, part) {
  const labels = option.label.split("-");
  return labels.length === 2 ? labels[part] : part ? option.label : "•";
}
