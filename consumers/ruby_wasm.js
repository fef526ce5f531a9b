// Runs an adapter in Ruby (the second argument, with those after it) in the Ruby for WebAssembly that is installed in a folder (the
// first).
'use strict';
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const [folder, script, ...rest] = process.argv.slice(2);
const { resolve } = createRequire(`${folder}/`);

const { DefaultRubyVM } = require(resolve('@ruby/wasm-wasi/dist/node'));
const program = readFileSync(resolve('@ruby/4.0-wasm-wasi/dist/ruby+stdlib.wasm'));
DefaultRubyVM(new WebAssembly.Module(program)).then(({ vm }) => {
  vm.eval(`ARGV.replace(${JSON.stringify(rest)})`);
  vm.eval(readFileSync(script, 'utf8'));
  vm.eval('$stdout.flush');
});
