// The viewer's page: sends requests to the backend, and shows the answers. `state` has all settings that a link has.

import { askProfiles, askSite, WHERE } from "./backend.js";
import { chips, copy, fillBeside, fillEncodings, fillExamples, tabs } from "./controls.js";
import { el } from "./dom.js";
import { read, size } from "./escapes.js";
import { showIn, textField } from "./fields.js";
import { fromFragment, toFragment } from "./permalink.js";
import { askExamples, askRun } from "./requests.js";
import { linkTo } from "./sections.js";
import { showSteps } from "./panel.js";
import { placeIn } from "./steps.js";
import { table, verdictOf } from "./table.js";

/** The time without typing after which the page sends a request, in milliseconds. */
const PAUSE = 120;

const START = {
  input: "http://evil.example\\@good.example/",
  base: "",
  encoding: "utf-8",
  profiles: ["whatwg", "rfc3986", "connolly", "manakai"],
  trace: "whatwg",
  beside: "",
  every: false,
  step: 0,
};

const byId = (id) => document.getElementById(id);
const state = { ...START };
let known = [];
let answers = [];
let differences = [];
let jump = false;
let turned = false;
let panel = null;
let pending = null;
let timer = null;

/** Changes the state, and shows it. If `ask` is true, requests new answers first. */
function change(changes, { ask = true, focus = false } = {}) {
  Object.assign(state, changes);
  if (!state.profiles.includes(state.trace)) state.trace = state.profiles[0] ?? "";
  if (!state.profiles.includes(state.beside) || state.beside === state.trace) state.beside = "";
  if (ask) {
    askSoon();
  } else {
    show({ focus });
  }
}

function askSoon() {
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
}

async function ask() {
  pending?.abort();
  pending = new AbortController();
  const { signal } = pending;
  byId("results").setAttribute("aria-busy", "true");
  try {
    const answer = state.profiles.length === 0 ? { answers: [] } : await askRun(state, signal);
    if (signal.aborted) return;
    // The option `every` was changed, so the current step has another number.
    if (turned) state.step = placeIn(stepsOf(answer.answers), stepsOf(answers), state.step);
    turned = false;
    answers = answer.answers;
    differences = answer.differences ?? [];
    problem(null);
    show();
  } catch (error) {
    if (!signal.aborted) {
      // The previous answers belong to another input, so they are removed.
      [answers, differences] = [[], []];
      problem(error.message);
      show();
    }
  } finally {
    if (!signal.aborted) byId("results").removeAttribute("aria-busy");
  }
}

/** Returns the steps of the specification whose steps are shown. */
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
  const titles = new Map(known.map(({ name, title }) => [name, title]));
  byId("table").replaceChildren(
    answers.length === 0 ? (state.profiles.length === 0 ? "Choose a specification." : "") : table(state, answers, titles, { move, show: showStep, copy: copyText }),
  );
  byId("verdict").textContent = verdictOf(answers);
  byId("tabs").replaceChildren(...tabs(state.profiles, state.trace, showTrace));
  fillBeside(byId("beside"), state.profiles, state.trace, state.beside);
  // The panel is shown before it is filled, because a hidden list cannot scroll to a step.
  byId("trace").hidden = answers.length === 0;
  panel = showSteps(state, answers, differences, { jump, strips: byId("strips"), panel: byId("panel"), stepped });
  jump = false;
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
  fillEncodings(byId("encoding"), state.encoding);
  byId("profiles").replaceChildren(...chips(known, state.profiles, toggle));
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
  change({ trace, step: 0 }, { ask: false, focus });
  // The server has to compare the new pair of specifications.
  if (state.beside !== "") askSoon();
}

/** Shows step `step` of the specification `trace`: scrolls to the step, and gives its list the focus. */
function showStep(trace, step) {
  change({ trace, step }, { ask: false });
  if (state.beside !== "") askSoon();
  byId("trace").scrollIntoView({ block: "start" });
  panel.focus(trace);
}

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
  Object.assign(state, START, fromFragment(location.hash, known.map(({ name }) => name)));
  showControls();
  change({});
}

async function start() {
  textField(byId("input"), (input) => {
    change({ input, step: 0 });
    showSize();
  });
  textField(byId("base"), (base) => change({ base, step: 0 }));
  byId("encoding").addEventListener("change", (event) => change({ encoding: event.target.value, step: 0 }));
  byId("beside").addEventListener("change", (event) => {
    jump = true;
    change({ beside: event.target.value });
  });
  byId("every").addEventListener("change", (event) => {
    turned = true;
    change({ every: event.target.checked });
  });
  byId("examples").addEventListener("change", (event) => {
    if (event.target.value === "") return;
    change({ input: read(event.target.value), base: "", step: 0 });
    event.target.value = "";
    showControls();
  });
  byId("given").addEventListener("submit", (event) => event.preventDefault());
  byId("copy-link").addEventListener("click", () => copyText(location.href, "the link"));
  window.addEventListener("hashchange", follow);
  byId("where").textContent = WHERE;
  try {
    known = await askProfiles();
    const site = await askSite();
    linkTo(site);
    if (site !== null) byId("home").replaceChildren(el("a", { href: site }, "urlspec"));
    byId("without-site").hidden = site !== null;
    follow();
    fillExamples(byId("examples"), await askExamples());
  } catch (error) {
    problem(`Loading failed: ${error.message}`);
  }
}

start();
