// The viewer's page: sends requests to the backend, and shows the answers. `state` has all settings that a link has.

import { askProfiles, askSite, WHERE } from "./backend.js";
import { chooser, copy, fillBeside, fillEncodings, fillExamples, showChosen, tabs } from "./controls.js";
import { divergenceLine } from "./divergence.js";
import { el } from "./dom.js";
import { read, size } from "./escapes.js";
import { showIn, textField } from "./fields.js";
import { fromFragment, toFragment } from "./permalink.js";
import { matchTable, matchVerdict } from "./pattern.js";
import { askDifference, askExamples, askMatch, askRun } from "./requests.js";
import { linkTo } from "./sections.js";
import { showSteps } from "./panel.js";
import { placeIn } from "./steps.js";
import { firstDifferent, table, verdictOf } from "./table.js";

/** The time without typing after which the page sends a request, in milliseconds. */
const PAUSE = 120;

// If `beside` is null, the page chooses the profile of the second list; if `step` is null, the first step that is shown.
const START = {
  input: "http://evil.example\\@good.example/",
  base: "",
  pattern: "",
  encoding: "utf-8",
  profiles: ["whatwg", "rfc3986", "curl", "python-urlsplit"],
  trace: "whatwg",
  beside: null,
  every: false,
  step: null,
};

const byId = (id) => document.getElementById(id);
const state = { ...START };
let known = new Map();
let answers = [];
let difference = null;
let match = null;
// A problem of the link that was opened, until the user changes something; otherwise null.
let notice = null;
// True if the answers belong to an earlier state.
let stale = true;
let turned = false;
let panel = null;
let pending = null;
let timer = null;

/** Changes the state. If `ask` is true, the answers change, too; otherwise shows the state immediately. */
function change(changes, { ask = true, focus = false } = {}) {
  Object.assign(state, changes);
  notice = null;
  if (!state.profiles.includes(state.trace)) state.trace = state.profiles[0] ?? "";
  if (state.beside !== "" && (!state.profiles.includes(state.beside) || state.beside === state.trace)) state.beside = null;
  showChosen(byId("profiles").children, state.profiles);
  if (ask) {
    // The answers to the previous request belong to the earlier state.
    stale = true;
    pending?.abort();
  } else {
    show({ focus });
  }
  clearTimeout(timer);
  timer = setTimeout(askNow, stale ? PAUSE : 0);
}

/** Returns the two profiles whose steps are compared; null if only one list is shown. */
function pairIn(answers) {
  const beside = state.beside ?? firstDifferent(answers, state.trace);
  return beside === "" || state.trace === "" ? null : [state.trace, beside];
}

/** Returns the difference of the two profiles `pair`; null if it is not known yet. */
function differenceOf(pair) {
  return pair !== null && difference?.profiles.join() === pair.join() ? difference : null;
}

/** Requests what the page lacks: the answers, the difference of the two profiles, or nothing. */
async function askNow() {
  const pair = pairIn(answers);
  if (!stale && (pair === null || differenceOf(pair) !== null)) return;
  pending?.abort();
  pending = new AbortController();
  const { signal } = pending;
  byId("results").setAttribute("aria-busy", "true");
  try {
    const now = stale ? await askRun(state, signal) : answers;
    const matched = stale ? await askMatch(state, signal) : match;
    const pair = pairIn(now);
    const found = pair === null ? null : await askDifference(state, pair, signal);
    if (signal.aborted) return;
    // The option `every` was changed, so the current step has another number.
    if (turned && state.step !== null) state.step = placeIn(stepsOf(now), stepsOf(answers), state.step);
    [stale, turned, answers, difference, match] = [false, false, now, found, matched];
    problem(notice);
    show();
  } catch (error) {
    if (!signal.aborted) {
      // The previous answers belong to another input, so they are removed.
      [answers, difference, match] = [[], null, null];
      problem(error.message);
      show();
    }
  } finally {
    if (!signal.aborted) byId("results").removeAttribute("aria-busy");
  }
}

/** Returns the steps of the profile whose steps are shown. */
function stepsOf(answers) {
  return answers.find(({ profile }) => profile === state.trace)?.steps ?? [];
}

function problem(message) {
  byId("problem").hidden = message === null;
  byId("problem").textContent = message ?? "";
}

/** Shows the answers. Keeps the focus, or moves it to the current tab if `focus` is true. */
function show({ focus = false } = {}) {
  const held = document.activeElement?.dataset ?? {};
  const pair = pairIn(answers);
  const apart = differenceOf(pair);
  byId("difference").replaceChildren(...(apart === null ? [] : [divergenceLine(apart, state, compare)]));
  byId("table").replaceChildren(
    answers.length === 0 ? (state.profiles.length === 0 ? "Choose a column below." : "") : table(state, answers, known, { move, show: showStep, copy: copyText }),
  );
  byId("verdict").textContent = verdictOf(answers);
  byId("match").hidden = match === null;
  byId("match-verdict").textContent = match === null ? "" : matchVerdict(match);
  byId("matched").replaceChildren(...(match?.ok ? [matchTable(match)] : []));
  byId("tabs").replaceChildren(...tabs(state.profiles, state.trace, showTrace));
  fillBeside(byId("beside"), state.profiles, state.trace, pair?.[1] ?? "");
  // The panel is shown before it is filled, because a hidden list cannot scroll to a step.
  byId("trace").hidden = answers.length === 0;
  panel = showSteps(state, answers, pair?.[1], apart, { strips: byId("strips"), panel: byId("panel"), stepped });
  byId("panel").setAttribute("aria-labelledby", `tab-${state.trace}`);
  if (held.move) document.querySelector(`[data-move="${held.move}"]`)?.focus();
  if (held.steps) panel.focus(held.steps);
  if (focus) byId(`tab-${state.trace}`)?.focus();
  remember();
}

/** Shows the values of the state in the controls of the form. */
function showControls() {
  showIn(byId("input"), state.input);
  showIn(byId("base"), state.base);
  showIn(byId("pattern"), state.pattern);
  fillEncodings(byId("encoding"), state.encoding);
  byId("every").checked = state.every;
  showSize();
}

function showSize() {
  const { bytes, characters } = size(state.input);
  const inBytes = bytes === 1 ? "1 byte" : `${bytes} bytes`;
  byId("input-size").textContent = bytes === characters ? inBytes : `${inBytes}, ${characters === 1 ? "1 character" : `${characters} characters`}`;
}

/** Puts the current state into the fragment of the page's address. */
function remember() {
  const fragment = toFragment(state, START);
  if (fragment !== location.hash) history.replaceState(null, "", fragment);
}

function toggle(profile, chosen) {
  const others = state.profiles.filter((other) => other !== profile);
  change({ profiles: chosen ? [...others, profile] : others });
}

function move(profile, by) {
  const profiles = [...state.profiles];
  const at = profiles.indexOf(profile);
  profiles.splice(at, 1);
  profiles.splice(at + by, 0, profile);
  answers = profiles.map((name) => answers.find((answer) => answer.profile === name)).filter(Boolean);
  change({ profiles }, { ask: false });
}

function showTrace(trace, { focus = false } = {}) {
  change({ trace, step: null }, { ask: false, focus });
}

/** Shows step `step` of the profile `trace`: scrolls to the step, and gives its list the focus. */
function showStep(trace, step) {
  change({ trace, step }, { ask: false });
  byId("trace").scrollIntoView({ block: "start" });
  panel.focus(trace);
}

/** Shows the steps at which the two profiles differ. */
const compare = () => showStep(state.trace, null);

/** Stores in the state that the user moved to the step with the number `step`. */
function stepped(step) {
  state.step = step;
  remember();
}

function copyText(text, what) {
  copy(text, what, byId("clipboard"), byId("said"));
}

/** Reads the state from the fragment of the page's address. */
function follow() {
  const { said, unknown } = fromFragment(location.hash, [...known.keys()]);
  Object.assign(state, START, said);
  showControls();
  change({});
  if (unknown.length > 0) notice = `The link names unknown profiles: ${unknown.join(", ")}.`;
}

async function start() {
  textField(byId("input"), (input) => {
    change({ input, step: null });
    showSize();
  });
  textField(byId("base"), (base) => change({ base, step: null }));
  textField(byId("pattern"), (pattern) => change({ pattern }));
  byId("encoding").addEventListener("change", (event) => change({ encoding: event.target.value, step: null }));
  byId("beside").addEventListener("change", (event) => change({ beside: event.target.value, step: null }, { ask: false }));
  byId("every").addEventListener("change", (event) => {
    turned = true;
    change({ every: event.target.checked });
  });
  byId("examples").addEventListener("change", (event) => {
    if (event.target.value === "") return;
    change({ input: read(event.target.value), base: "", step: null });
    event.target.value = "";
    showControls();
    // The key Back returns to the input before the example.
    history.pushState(null, "", toFragment(state, START));
  });
  byId("given").addEventListener("submit", (event) => event.preventDefault());
  byId("choose").addEventListener("click", () => {
    byId("chooser").scrollIntoView({ block: "start" });
    byId("profiles").querySelector("summary").focus({ preventScroll: true });
  });
  byId("copy-link").addEventListener("click", () => copyText(location.href, "the link"));
  window.addEventListener("hashchange", follow);
  byId("where").textContent = WHERE;
  try {
    known = new Map((await askProfiles()).map((profile) => [profile.name, profile]));
    byId("profiles").replaceChildren(...chooser([...known.values()], toggle));
    const site = await askSite();
    linkTo(site);
    if (site !== null) byId("home").replaceChildren(el("a", { href: site }, "urlspec"));
    follow();
    fillExamples(byId("examples"), await askExamples());
  } catch (error) {
    problem(error.message);
  }
}

start();
