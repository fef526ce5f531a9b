// Fetches the URL in each line with the Node client that the argument names.
'use strict';
const { createInterface } = require('node:readline');
const { writeSync } = require('node:fs');
const http = require('node:http');
const https = require('node:https');
const { parse } = require('node:url');

const name = process.argv[2];
process.noDeprecation = true;

async function load() {
  try {
    return require(name);
  } catch {
    return import(name);
  }
}

// Sends a request with `node:http` or a module with the same interface, and waits until the request ends.
function get(target, url, { http: plain = http, https: secure = https } = {}) {
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? secure : plain).get(target, (response) => {
      response.resume();
      response.on('close', resolve);
    });
    request.setTimeout(5000, () => request.destroy(new Error('timeout')));
    request.on('error', reject);
  });
}

const signal = () => AbortSignal.timeout(5000);
const clients = {
  http: () => (url) => get(url, url),
  'url.parse': () => (url) => get(parse(url), url),
  fetch: () => (url) => fetch(url, { redirect: 'manual', signal: signal() }),
  axios: (axios) => (url) => (axios.default ?? axios).get(url, { proxy: false, maxRedirects: 0, signal: signal() }),
  'follow-redirects': (follow) => (url) => get(url, url, follow),
  got: (got) => (url) => (got.default ?? got)(url, { retry: { limit: 0 }, timeout: { request: 5000 } }),
  needle: (needle) => (url) => needle('get', url, null, { open_timeout: 5000 }),
  'node-fetch': (fetch) => (url) => (fetch.default ?? fetch)(url, { redirect: 'manual', signal: signal() }),
};

async function main() {
  const isOwn = ['http', 'url.parse', 'fetch'].includes(name);
  const one = clients[name](isOwn ? undefined : await load());
  if (process.argv[3] === '--version') {
    console.log(process.versions.node);
    return;
  }
  for await (const line of createInterface({ input: process.stdin })) {
    let end = null;
    try {
      await one(line);
    } catch (error) {
      end = error?.code ?? error?.name;
    }
    writeSync(1, JSON.stringify({ end }) + '\n');
  }
}

main().catch((error) => {
  console.error(error.code ?? error);
  process.exitCode = 1;
});
