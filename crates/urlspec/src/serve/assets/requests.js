// The requests that the page sends to its backend.

import { run } from "./backend.js";

/** The maximum number of profiles in a request. */
const PROFILES = 20;

export async function askExamples() {
  return (await fetch("examples.json")).json();
}

/** Requests the results of the state's profiles. JSON escapes lone surrogates, so that they are not lost. */
export function askRun({ input, base, encoding, profiles, beside, trace, every }, signal) {
  const request = { inputs: [input], encoding, profiles: profiles.slice(0, PROFILES), trace: true, every };
  if (base !== "") request.base = base;
  if (beside !== "") request.diff = [trace, beside];
  return run(JSON.stringify(request), signal);
}
