// What Node's legacy `url.parse` sees in each input.
'use strict';
const { createInterface } = require('node:readline');
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
  const out = [];
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      const seen = Object.entries(see(JSON.parse(line).input)).filter(([, value]) => value);
      out.push(JSON.stringify(Object.fromEntries(seen)) + '\n');
    })
    .on('close', () => process.stdout.write(out.join('')));
}
