// Creates the elements of the page. User input becomes text nodes and attributes, never markup.

import { pieces } from "./escapes.js";

/** Creates an element. Attributes that are false or null are left out; functions become event listeners. */
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

/** Creates text that only screen readers show, in place of a visual mark. */
export const heard = (text) => el("span", { class: "heard" }, text);

/** The maximum number of characters of a value that are shown. */
const SHOWN = 600;

/** Shows `text` with invisible characters escaped. If `text` was cut, `bytes` is the length before. */
export function visible(text, { edges = true, bytes = null, shown = SHOWN } = {}) {
  if (text === "") return el("span", { class: "empty", title: "present, and empty" }, '""');
  let cut = text;
  if (text.length > shown) {
    cut = text.slice(0, shown);
    // The cut must not be between the two surrogates of a pair.
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

/** Describes the span of a step or an error in words. */
export function place({ span, source }) {
  if (!span) return "";
  return `${source === "base" ? "base " : ""}${span[0]}..${span[1]}`;
}
