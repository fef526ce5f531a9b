// Building the page. User input becomes text nodes and attributes, never markup.

import { pieces } from "./escapes.js";

/** An element with `attributes` (false and null are left out, functions become listeners) and `children`. */
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

/** Text for screen readers, in place of visual marks. */
export const heard = (text) => el("span", { class: "heard" }, text);

/** The maximum number of characters that are shown of a value. */
const SHOWN = 600;

/** `text` with invisible characters escaped. `bytes` is the length of the whole text, if `text` is only its start. */
export function visible(text, { edges = true, bytes = null, shown = SHOWN } = {}) {
  if (text === "") return el("span", { class: "empty", title: "present, and empty" }, '""');
  let cut = text;
  if (text.length > shown) {
    cut = text.slice(0, shown);
    // Do not cut a surrogate pair in half.
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

/** The span in words. */
export function place({ span, source }) {
  if (!span) return "";
  return `${source === "base" ? "base " : ""}${span[0]}..${span[1]}`;
}
