// What the page asks its backend for.

import { run } from "./backend.js";

/** How many profiles one request may name. */
const PROFILES = 20;

export async function askExamples() {
  return (await fetch("examples.json")).json();
}

/** What each of the state's profiles makes of its input. Surrogates go as escapes in JSON, so none is lost. */
export function askRun({ input, base, encoding, profiles, beside, trace, every }, signal) {
  const request = { inputs: [input], encoding, profiles: profiles.slice(0, PROFILES), trace: true, every };
  if (base !== "") request.base = base;
  if (beside !== "") request.diff = [trace, beside];
  return run(JSON.stringify(request), signal);
}
