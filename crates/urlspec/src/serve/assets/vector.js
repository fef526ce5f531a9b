// "Copy as test vector": the input and the result of a profile, in the shape of the public test data for URLs
// (urltestdata.json of web-platform-tests).

/** The vector for `answer`; null where the document of the profile does not write URLs down. */
export function vectorOf({ input, base }, answer) {
  const given = { input, base: base === "" ? null : base };
  if (!answer.ok) return { ...given, failure: true };
  if (answer.href === undefined) return null;
  const { href, scheme = "", user = "", password = "", host = "", port = "", path = "", query = "", fragment = "" } = answer;
  return {
    ...given,
    href,
    protocol: `${scheme}:`,
    username: user,
    password,
    host: port === "" ? host : `${host}:${port}`,
    hostname: host,
    port,
    pathname: path,
    search: query === "" ? "" : `?${query}`,
    hash: fragment === "" ? "" : `#${fragment}`,
  };
}

/** The vector as it stands in a file. Surrogates without their other half, and all else that is not ASCII, are escaped. */
export function vectorText(vector) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(vector, null, 2).replace(/[\u007f-\uffff]/g, escape);
}
