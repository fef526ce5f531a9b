// The controls for the encoding, the example, the profiles, and the profiles whose steps are shown.

import { el } from "./dom.js";
import { write } from "./escapes.js";

// The names of the encodings in the Encoding Standard.
const ENCODINGS = [
  "utf-8", "utf-16be", "utf-16le", "big5", "euc-jp", "euc-kr", "gb18030", "gbk", "ibm866", "iso-2022-jp",
  "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-8-i",
  "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh",
  "shift_jis", "windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254",
  "windows-1255", "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic",
];

/** Fills the menu of encodings. Adds `chosen` if it is not one of `ENCODINGS`. */
export function fillEncodings(select, chosen) {
  const names = ENCODINGS.includes(chosen) ? ENCODINGS : [...ENCODINGS, chosen];
  select.replaceChildren(...names.map((name) => el("option", { value: name }, name)));
  select.value = chosen;
}

/** Fills the menu of examples with `groups`, each of which has a title and inputs. */
export function fillExamples(select, groups) {
  for (const { title, inputs } of groups) {
    const options = inputs.map((input) => el("option", { value: write(input) }, write(input)));
    select.append(el("optgroup", { label: title }, ...options));
  }
}

// The groups of profiles. Only the first group is open.
const GROUPS = [
  { title: "Specifications", has: ({ consumer, reference }) => !consumer && !reference },
  { title: "Programs", hint: "Models of real programs.", has: ({ consumer }) => consumer },
  { title: "Candidates", hint: "The URL Standard with one change that is under discussion, or was reverted.", has: ({ reference }) => reference },
];

/** Returns the groups of profiles, with a checkbox and the title of each profile. */
export function chooser(known, toggle) {
  return GROUPS.map(({ title, hint, has }, index) => {
    const options = known.filter(has).map((profile) => {
      const box = el("input", { type: "checkbox", value: profile.name, change: () => toggle(profile.name, box.checked) });
      return el("label", { class: "chip option" }, box, el("span", { class: "profile" }, profile.name), el("span", { class: "about" }, profile.title));
    });
    return el("details", { class: "group", open: index === 0 },
      el("summary", {}, el("span", { class: "group-title" }, title), el("span", { class: "count" })),
      hint && el("p", { class: "hint" }, hint),
      el("div", { class: "options", role: "group", "aria-label": title }, ...options));
  });
}

/** Checks the boxes of the profiles `chosen`, and counts them in each group. */
export function showChosen(groups, chosen) {
  for (const group of groups) {
    const boxes = [...group.querySelectorAll("input")];
    for (const box of boxes) box.checked = chosen.includes(box.value);
    group.querySelector(".count").textContent = `${boxes.filter((box) => box.checked).length} of ${boxes.length}`;
  }
}

/** Returns a tab for each of `profiles`. The arrow keys show the next tab immediately. */
export function tabs(profiles, shown, show) {
  const step = (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const ends = { Home: 0, End: profiles.length - 1 }[event.key];
    if (by === undefined && ends === undefined) return;
    event.preventDefault();
    const next = ends ?? (profiles.indexOf(shown) + by + profiles.length) % profiles.length;
    show(profiles[next], { focus: true });
  };
  return profiles.map((profile) =>
    el("button", {
      type: "button", role: "tab", id: `tab-${profile}`, "aria-selected": String(profile === shown), "aria-controls": "panel",
      tabindex: profile === shown ? "0" : "-1", click: () => show(profile, { focus: true }), keydown: step,
    }, profile));
}

/** Fills the menu for the profile of the second list of steps: none, or one of `profiles` except `shown`. */
export function fillBeside(select, profiles, shown, chosen) {
  const others = profiles.filter((profile) => profile !== shown);
  select.replaceChildren(el("option", { value: "" }, "none"), ...others.map((profile) => el("option", { value: profile }, profile)));
  select.value = chosen;
}

/** Copies `text`, and reports this in `said`. If the browser forbids copying, shows `text` in `dialog`. */
export async function copy(text, what, dialog, said) {
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = `Copied ${what}.`;
  } catch {
    const field = dialog.querySelector("textarea");
    field.value = text;
    dialog.showModal();
    field.select();
  }
}
