// The table of results, with a column for each profile and a row for each component. Equal values in a row have
// the same letter and colour. If all values of a row are equal, they have no letters.

import { el, heard, place, visible } from "./dom.js";
import { vectorOf, vectorText } from "./vector.js";

const COMPONENTS = ["scheme", "user", "password", "host", "port", "path", "query", "fragment"];

/** The number of colours. After the last colour, letters use the first colours again. */
const COLOURS = 6;

const letterOf = (number) => String.fromCharCode(65 + (number % 26));

/** Returns the value of `answer` in the row `name`: a text; null if missing; undefined if the row does not apply. */
function valueOf(answer, name) {
  if (!answer.ok) return undefined;
  if (name === "URL") return answer.op === "parse" ? undefined : answer.href;
  if (name === "for people") return answer.display ?? answer.href;
  return answer[name] ?? null;
}

/** Numbers the different values of a row, and returns the number for each answer; null if the row does not apply. */
function kinds(answers, name) {
  const seen = [];
  const numbers = answers.map((answer) => {
    const value = valueOf(answer, name);
    if (value === undefined) return null;
    if (!seen.includes(value)) seen.push(value);
    return seen.indexOf(value);
  });
  return { numbers, count: seen.length };
}

/** Returns a string that is equal for equal components; null if the profile rejects the input. */
const resultOf = (answer) => (answer.ok ? JSON.stringify(COMPONENTS.map((name) => answer[name] ?? null)) : null);

/** Returns false for a program whose resolution of references is not modelled, if there is a base. */
const isCompared = (answer) => answer.error?.kind !== "not-in-this-consumer";

/** Returns the first profile with another result than `profile`, preferably one that accepts the input; "" for none. */
export function firstDifferent(answers, profile) {
  const own = answers.find((answer) => answer.profile === profile);
  const others = answers.filter((answer) => own && isCompared(answer) && resultOf(answer) !== resultOf(own));
  return (others.find((answer) => answer.ok) ?? others[0])?.profile ?? "";
}

/** Describes in words how many different results the answers have. */
export function verdictOf(all) {
  const answers = all.filter(isCompared);
  const left = all.length - answers.length;
  return [verdictOfCompared(answers), left > 0 ? `${left} cannot be compared with a base.` : ""].join(" ").trim();
}

function verdictOfCompared(answers) {
  if (answers.length === 0) return "";
  if (answers.length === 1) return `${answers[0].ok ? "Accepted" : "Rejected"}. Choose a second column to compare.`;
  const failures = answers.filter((answer) => !answer.ok).length;
  const results = new Set(answers.filter((answer) => answer.ok).map(resultOf));
  const no = failures === 0 ? "" : `rejected by ${failures} of ${answers.length}`;
  if (results.size === 0) return "All reject the input.";
  if (results.size === 1) return failures === 0 ? "All agree on the components." : `${no}; the others agree.`;
  return `${results.size} different results${no === "" ? "" : `; ${no}`}.`;
}

/** Returns why a profile has no URL string. */
const whyNoUrl = (profile) => (profile.consumer ? "the program does not canonicalize URLs" : "the document only defines parsing");

/**
 * Creates the table of `answers` for the state's input. `known` has the profiles by name, and `does` has a function for
 * each button of the table.
 */
export function table(state, answers, known, does) {
  const head = el("tr", { role: "row" }, el("th", { role: "columnheader", scope: "col", class: "corner" }, heard("Component")));
  answers.forEach((answer, column) => head.append(columnHead(answer, column, answers.length, known, does)));
  const body = el("tbody", { role: "rowgroup" });
  body.append(row("URL", answers, known));
  if (answers.some((answer) => answer.display !== undefined)) body.append(row("for people", answers, known));
  for (const name of COMPONENTS) {
    if (answers.some((answer) => answer[name] !== undefined)) body.append(row(name, answers, known));
  }
  if (answers.some((answer) => violationsOf(answer).length > 0)) body.append(violationsRow(answers, does));
  body.append(vectorRow(state, answers, known, does));
  const caption = el("caption", { class: "heard" }, "The result of each profile. Values with the same letter are equal.");
  return el("table", { role: "table", class: "results" }, caption, el("thead", { role: "rowgroup" }, head), body);
}

function columnHead(answer, column, columns, known, does) {
  const { profile } = answer;
  const move = (by, sign, word) =>
    el("button", {
      type: "button", class: "mini", "data-move": `${profile}:${by}`, disabled: column + by < 0 || column + by >= columns,
      "aria-label": `Move ${profile} to the ${word}`, title: `Move to the ${word}`, click: () => does.move(profile, by),
    }, sign);
  return el("th", { role: "columnheader", scope: "col" },
    el("span", { class: "column-line" },
      el("span", { class: "profile" }, profile),
      el("span", { class: "moves" }, move(-1, "←", "left"), move(1, "→", "right"))),
    el("span", { class: "about" }, known.get(profile).title));
}

function row(name, answers, known) {
  const { numbers, count } = kinds(answers, name);
  const parts = count > 1;
  const label = el("th", { role: "rowheader", scope: "row" }, name,
    parts && el("span", { class: "differs", title: `${count} different values` }, `≠${count}`, heard(" different values")));
  const line = el("tr", { role: "row", class: parts ? "parts" : "agrees" }, label);
  answers.forEach((answer, column) => line.append(cell(name, answer, parts ? numbers[column] : null, known)));
  return line;
}

function cell(name, answer, kind, known) {
  const marked = kind !== null;
  const content = el("td", { role: "cell", "data-profile": answer.profile, class: marked ? `kind kind-${kind % COLOURS}` : null });
  if (marked) content.append(el("span", { class: "letter" }, letterOf(kind)));
  if (!answer.ok) {
    content.append(name === "URL" ? fault(answer.error) : nothing("no URL"));
    content.classList.add("failed");
  } else if (name === "URL" && answer.href === undefined) {
    content.append(el("span", { class: "note" }, `no URL string: ${whyNoUrl(known.get(answer.profile))}`));
  } else {
    const value = valueOf(answer, name);
    content.append(value === null || value === undefined ? nothing("absent") : visible(value));
  }
  return content;
}

const nothing = (what) => el("span", { class: "nothing", title: what }, "–", heard(` ${what}`));

/** Shows the reason why a profile rejects the input. */
export function fault(error) {
  return el("span", { class: "fault" },
    el("span", { class: "fault-kind" }, el("span", { "aria-hidden": "true" }, "✕ "), error.kind),
    el("span", { class: "fault-message" }, error.message),
    error.section && el("span", { class: "fault-place" }, el("code", {}, error.section), ` at ${place(error)}`));
}

/** Returns the violations in the steps of `answer`, with the numbers of the steps. */
export function violationsOf(answer) {
  return (answer.steps ?? []).map((step, number) => ({ step, number })).filter(({ step }) => step.violation);
}

/** The maximum number of violations in a cell of the table. The list of steps has all of them. */
const LISTED = 6;

function violationsRow(answers, does) {
  const line = el("tr", { role: "row", class: "violations" }, el("th", { role: "rowheader", scope: "row" }, "violations"));
  for (const answer of answers) {
    const found = violationsOf(answer);
    const content = el("td", { role: "cell", "data-profile": answer.profile });
    if (found.length === 0) content.append(nothing("none"));
    const list = el("ul", {});
    for (const { step, number } of found.slice(0, LISTED)) {
      const where = place(step);
      list.append(el("li", {},
        el("button", { type: "button", class: "violation", title: `${step.section}: show the step`, click: () => does.show(answer.profile, number) },
          el("span", { "aria-hidden": "true" }, "⚠ "), `${step.violation} `, el("span", { class: "where" }, where))));
    }
    if (found.length > LISTED) list.append(el("li", { class: "note" }, `and ${found.length - LISTED} more among the steps`));
    if (found.length > 0) content.append(list);
    line.append(content);
  }
  return line;
}

function vectorRow(state, answers, known, does) {
  const line = el("tr", { role: "row", class: "vectors" }, el("th", { role: "rowheader", scope: "row" }, heard("test vector")));
  for (const answer of answers) {
    const vector = vectorOf(state, answer);
    const copy = vector === null ? nothing(`no test vector: ${whyNoUrl(known.get(answer.profile))}`) : el("button", {
      type: "button", class: "quiet", "data-vector": answer.profile, "aria-label": `Copy as test vector: ${answer.profile}`,
      click: () => does.copy(vectorText(vector), `the test vector of ${answer.profile}`),
    }, "Copy as test vector");
    line.append(el("td", { role: "cell", "data-profile": answer.profile }, copy));
  }
  return line;
}
