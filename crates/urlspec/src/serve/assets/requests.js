// The requests that the page sends to its backend.

import { run } from "./backend.js";

export async function askExamples() {
  return (await fetch("examples.json")).json();
}

/** Returns the results of the state's profiles, with their steps. */
export async function askRun({ profiles, ...state }, signal) {
  return profiles.length === 0 ? [] : (await ask(state, { profiles, trace: true }, signal)).answers;
}

/** Returns the difference of the two profiles `pair`. */
export async function askDifference(state, pair, signal) {
  return (await ask(state, { profiles: [], diff: pair }, signal)).differences[0];
}

/** Returns the match of the input with the state's pattern; null if there is no pattern. */
export async function askMatch({ pattern, ...state }, signal) {
  return pattern === "" ? null : (await ask(state, { profiles: [], pattern }, signal)).matches[0];
}

/** Sends a request. JSON escapes lone surrogates, so that they are not lost. */
function ask({ input, base, encoding, every }, keys, signal) {
  const request = { inputs: [input], encoding, every, ...keys };
  if (base !== "") request.base = base;
  return run(JSON.stringify(request), signal);
}
