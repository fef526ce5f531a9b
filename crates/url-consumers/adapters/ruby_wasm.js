// Runs an adapter in Ruby with the Ruby for WebAssembly that is installed in a folder. Arguments: the folder, the
// adapter, and its arguments. Input and output are strings, since Node's WASI crashes on many calls.
'use strict';
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const [folder, script, ...rest] = process.argv.slice(2);
const { resolve } = createRequire(`${folder}/`);

const { DefaultRubyVM } = require(resolve('@ruby/wasm-wasi/dist/node'));
const program = readFileSync(resolve('@ruby/4.0-wasm-wasi/dist/ruby+stdlib.wasm'));
DefaultRubyVM(new WebAssembly.Module(program)).then(({ vm }) => {
  globalThis.given = rest.length > 0 ? '' : readFileSync(0, 'utf8');
  vm.eval(`require 'js'; require 'stringio'; ARGV.replace(${JSON.stringify(rest)})`);
  vm.eval('$stdin = StringIO.new(JS.global[:given].to_s); $stdout = StringIO.new');
  vm.eval(readFileSync(script, 'utf8'));
  process.stdout.write(vm.eval('$stdout.string').toString());
});
