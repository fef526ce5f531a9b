// Building the page. What comes from a person becomes text nodes and attributes, never markup.

import { pieces } from "./escapes.js";

/** An element with `attributes` (those that are false or null are left out, functions listen) and `children`. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(key, value);
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Text for those who hear the page, and do not see its marks. */
export const heard = (text) => el("span", { class: "heard" }, text);

/** How many characters of a value are shown. */
const SHOWN = 600;

/** `text` as it can be seen: what could not be is written out. `bytes` is the length of the whole, where that is longer. */
export function visible(text, { edges = true, bytes = null, shown = SHOWN } = {}) {
  if (text === "") return el("span", { class: "empty", title: "present, and empty" }, '""');
  let cut = text;
  if (text.length > shown) {
    cut = text.slice(0, shown);
    // No half of a pair that stands whole in the text.
    if (/[\ud800-\udbff]$/.test(cut)) cut = cut.slice(0, -1);
  }
  const value = el("span", { class: "value" });
  for (const piece of pieces(cut, { edges })) {
    value.append(piece.escaped ? el("span", { class: "escape" }, piece.text) : piece.text);
  }
  if (cut !== text || bytes !== null) {
    const whole = bytes === null ? `${text.length} characters` : `${bytes} bytes`;
    value.append(el("span", { class: "cut" }, `… (${whole})`));
  }
  return value;
}

/** A place in words. */
export function place({ span, source }) {
  if (!span) return "";
  return `${source === "base" ? "base " : ""}${span[0]}..${span[1]}`;
}
