// Shows the difference of two profiles: the component, the bytes, and the effect of the rule of each.

import { el, visible } from "./dom.js";
import { sectionId } from "./sections.js";
import { readingOf, strips } from "./steps.js";

/** Describes `difference` in words, with a column for each profile. `compare` shows the steps of both. */
export function divergenceLine(difference, state, compare) {
  const [first, second] = difference.profiles.map((profile) => el("strong", { class: "profile" }, profile));
  if (difference.agree) return el("p", { class: "divergence-line" }, first, " and ", second, " agree.");
  const { component, sides } = difference;
  const place = strips(state, difference).find((strip) => strip.dataset.strip === (difference.source ?? "input"));
  return el("div", { class: "divergence-line" },
    el("div", { class: "divergence-head" },
      el("p", {}, first, " and ", second, ` differ${component ? ` in the ${component}` : ""}`),
      el("button", { type: "button", id: "compare", class: "main", click: compare }, "Compare the steps")),
    place,
    el("div", { class: "divergence-sides" }, ...sides.map((side, index) => sideOf(side, difference.profiles[index]))));
}

function sideOf(side, profile) {
  return el("p", { class: "divergence-side" },
    el("span", { class: "divergence-did" }, el("span", { class: "profile" }, profile), " ", ...did(side)),
    el("span", { class: "step-section" }, sectionId(side), ` ${side.title}`, readingOf(side)));
}

/** Describes the effect of the rule of one profile, in words and texts. */
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
    case "used-base": return ["uses the base"];
    case "ignored-base": return ["ignores the base"];
    default: return ["reads it differently"];
  }
}
