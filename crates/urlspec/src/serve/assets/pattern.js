// Shows the match of the URL with the pattern: the groups of each component, or the place that does not match.

import { el, heard, visible } from "./dom.js";
import { sectionId } from "./sections.js";

/** Describes the answer `match` in words. */
export function matchVerdict(match) {
  if (!match.ok) return `${match.error.message}${match.error.span ? `, at bytes ${match.error.span.join("..")}` : ""}.`;
  return match.match ? "The URL matches." : `The URL does not match: ${match.mismatch}.`;
}

/** Creates the table of the components. If the URL does not match, it has the first component that does not. */
export function matchTable({ components }) {
  const head = ["component", "text of the URL", "pattern", "groups"].map((title) => el("th", { scope: "col" }, title));
  return el("table", { class: "results matches" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...components.map(row)));
}

function row(shape) {
  const { component, text, pattern, groups, at, section } = shape;
  const found = groups.map(({ name, span }) =>
    el("span", { class: "divergence-did" }, el("code", {}, name), " = ", span === null ? "nothing" : visible(text.slice(...span)), " "));
  const place = at === undefined ? [] : [`does not match at byte ${at} `];
  return el("tr", { "data-component": component },
    el("th", { scope: "row" }, component),
    el("td", { "data-profile": "text of the URL" }, marked(shape)),
    el("td", { "data-profile": "pattern" }, visible(pattern)),
    el("td", { "data-profile": "groups" }, ...found, ...place, section === undefined ? null : sectionId(shape)));
}

/** Shows the text with a mark around each group, or around the byte that does not match. */
function marked({ text, groups, at }) {
  if (text === "") return visible(text);
  const marks = at === undefined ? groups.filter(({ span }) => span !== null && span[0] < span[1]) : [{ name: "here", span: [at, at + 1] }];
  const line = el("span", { class: "value" });
  let from = 0;
  for (const { name, span: [start, end] } of marks) {
    line.append(text.slice(from, start), el("mark", { title: name }, text.slice(start, end) || heard("the end")));
    from = end;
  }
  line.append(text.slice(from));
  return line;
}
