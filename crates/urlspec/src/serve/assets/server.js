// Requests to the server.

/** How many profiles one request may name. */
const PROFILES = 20;

/** How often a busy server is asked again. */
const PATIENCE = 3;

/** What the server knows: the specifications and their titles. */
export async function askProfiles() {
  return answerOf(await fetch("/api/v1/profiles"));
}

/** Where the pages of sections are, or null. */
export async function askSite() {
  return (await answerOf(await fetch("/api/v1/site"))).site;
}

export async function askExamples() {
  return answerOf(await fetch("/examples.json"));
}

/** What each of the state's profiles makes of its input. Surrogates go as escapes in JSON, so none is lost. */
export async function askRun({ input, base, encoding, profiles, beside, trace, every }, signal) {
  const request = { inputs: [input], encoding, profiles: profiles.slice(0, PROFILES), trace: true, every };
  if (base !== "") request.base = base;
  if (beside !== "") request.diff = [trace, beside];
  const body = JSON.stringify(request);
  for (let turn = 1; ; turn += 1) {
    const response = await fetch("/api/v1/run", { method: "POST", headers: { "Content-Type": "application/json" }, body, signal });
    if (response.status !== 503 || turn === PATIENCE) return answerOf(response);
    const seconds = Number(response.headers.get("Retry-After")) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

async function answerOf(response) {
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error?.message ?? `the server returned ${response.status}`);
  return answer;
}
