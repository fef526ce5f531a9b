// Runs an adapter in Python with the pyodide that is installed in a folder. Arguments: the folder, the adapter, and its
// arguments.
'use strict';
const { readFileSync, readSync, writeSync } = require('node:fs');
const { createRequire } = require('node:module');
const [folder, script, ...rest] = process.argv.slice(2);

createRequire(`${folder}/`)('pyodide').loadPyodide().then((python) => {
  python.setStdin({ read: (buffer) => readSync(0, buffer) });
  python.setStdout({ write: (buffer) => writeSync(1, buffer) });
  python.globals.set('arguments', python.toPy([script, ...rest]));
  python.runPython('import sys; sys.argv = arguments');
  python.runPython(readFileSync(script, 'utf8'));
  python.runPython('sys.stdout.flush()');
});
