// Prints the components that an npm package returns for each input. The argument is the name of the package, which must
// be in a folder of `NODE_PATH`.
'use strict';
const { readFileSync } = require('node:fs');

const [name, flag] = process.argv.slice(2);
const program = require(name);

// Call url-parse without a location, as on a server.
function urlParse(input) {
  const { protocol, username, password, hostname, port, pathname, query, hash } = new program(input);
  return {
    scheme: protocol.slice(0, -1),
    user: username,
    password,
    host: hostname,
    port,
    path: pathname,
    query: query.slice(1),
    fragment: hash.slice(1),
  };
}

// Scheme handlers move the path and the query into other fields: the resource name of WebSockets, the name of a URN,
// and the recipients of an email.
function components(input) {
  const url = program.parse(input);
  if (url.error) {
    return { error: url.error };
  }
  let { path, query } = url;
  if (url.resourceName !== undefined) {
    [path, query] = url.resourceName.split(/\?(.*)/s);
  }
  const urn = url.nid === undefined ? undefined : `${url.nid}:${url.nss ?? url.uuid}`;
  return {
    scheme: url.scheme,
    userinfo: url.userinfo,
    host: url.host,
    port: url.port,
    opaque: urn ?? url.to?.join(','),
    path,
    query,
    fragment: url.fragment,
  };
}

function see(input) {
  try {
    return (name === 'url-parse' ? urlParse : components)(input);
  } catch (error) {
    return { error: error.code ?? error.name };
  }
}

function answer(line) {
  const texts = Object.entries(see(JSON.parse(line).input)).map(([part, text]) => [part, String(text ?? '')]);
  // The reader of the output does not accept lone surrogates.
  const seen = texts.filter(([, text]) => text).map(([part, text]) => [part, text.toWellFormed()]);
  return JSON.stringify(Object.fromEntries(seen)) + '\n';
}

if (flag === '--version') {
  console.log(require(`${name}/package.json`).version);
} else {
  // `readline` is not used, because it also ends lines at U+2028.
  const lines = readFileSync(0, 'utf8').split('\n').filter((line) => line);
  process.stdout.write(lines.map(answer).join(''));
}
