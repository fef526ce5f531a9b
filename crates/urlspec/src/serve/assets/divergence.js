// The difference of two specifications, as the server reports it: the component, the bytes, and the action of each.

import { el, place, visible } from "./dom.js";
import { sectionId } from "./sections.js";

/** The difference between the sides of the panel among `differences`; null if it is not (yet) known. */
export function differenceOf(differences, profiles) {
  const found = differences.find((difference) => difference.profiles.every((profile, index) => profile === profiles[index]));
  return profiles.length === 2 && found ? found : null;
}

/** `difference` in words, with a column for each side. `go` moves to the step of a side. */
export function divergenceLine(difference, go) {
  if (difference.agree) return el("p", { class: "divergence-line" }, "These two agree.");
  const { component, sides } = difference;
  const where = `They differ ${component ? `in the ${component}, ` : ""}at ${difference.span[0] === difference.span[1] ? "byte" : "bytes"} `;
  const at = difference.span[0] === difference.span[1] ? `${difference.source === "base" ? "base " : ""}${difference.span[0]}` : place(difference);
  return el("div", { class: "divergence-line" },
    el("p", {}, where, el("strong", {}, at), "."),
    el("div", { class: "divergence-sides" }, ...sides.map((side, index) => sideOf(side, difference.profiles[index], () => go(index)))));
}

function sideOf(side, profile, go) {
  return el("p", { class: "divergence-side" },
    el("span", { class: "divergence-did" }, ...did(side)),
    el("span", { class: "step-section" }, sectionId(side.section), ` ${side.title}`),
    side.step !== null && el("button", { type: "button", class: "quiet", "data-go": profile, "aria-label": `Go to the step of ${profile}`, click: go }, `Step ${side.step + 1}`));
}

/** The action of a side, in words and texts. */
function did({ did: what, from, to, reason, component }) {
  switch (what) {
    case "rejected": return ["rejects it: ", el("code", {}, reason)];
    case "changed":
      if (to === "") return ["drops ", visible(from)];
      if (from === "") return ["inserts ", visible(to)];
      return ["changes ", visible(from), " to ", visible(to)];
    case "kept": return from === "" ? ["leaves it empty"] : ["keeps ", visible(from)];
    case "read-as": return ["reads it as the ", component];
    case "passed": return ["skips it"];
    case "left-out": return ["leaves it out"];
    default: return [what];
  }
}
