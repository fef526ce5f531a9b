// Prints the components that Node's legacy `url.parse` returns for each input.
'use strict';
const { readFileSync } = require('node:fs');
const url = require('node:url');

function see(input) {
  try {
    const { protocol, auth, hostname, port, pathname, search, hash } = url.parse(input);
    return {
      scheme: protocol?.slice(0, -1),
      userinfo: auth,
      host: hostname,
      port,
      path: pathname,
      query: search?.slice(1),
      fragment: hash?.slice(1),
    };
  } catch (error) {
    return { error: error.code ?? error.name };
  }
}

if (process.argv[2] === '--version') {
  console.log(process.versions.node);
} else {
  process.noDeprecation = true;
  // `readline` is not used, because it also ends lines at U+2028.
  const lines = readFileSync(0, 'utf8').split('\n').slice(0, -1);
  const answer = (line) => {
    const seen = Object.entries(see(JSON.parse(line).input)).filter(([, value]) => value);
    return JSON.stringify(Object.fromEntries(seen.map(([name, value]) => [name, value.toWellFormed()]))) + '\n';
  };
  process.stdout.write(lines.map(answer).join(''));
}
