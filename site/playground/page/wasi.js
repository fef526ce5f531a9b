// WASI preview 1, as far as a program needs it that reads its input, writes its output and exits.

/** The results of a call. */
const [SUCCESS, BAD_FILE] = [0, 8];

/** The files that are open. */
const [STDIN, STDOUT, STDERR] = [0, 1, 2];

/** Thrown when the program exits. */
class Exit extends Error {
  constructor(code) {
    super(`the program ended with ${code}`);
    this.code = code;
  }
}

/** Runs the program `module` on `input`, and returns what it prints. */
export function run(module, args, input) {
  const encoder = new TextEncoder();
  const texts = args.map((text) => encoder.encode(`${text}\0`));
  let rest = encoder.encode(input);
  const written = { [STDOUT]: new TextDecoder(), [STDERR]: new TextDecoder() };
  const printed = { [STDOUT]: "", [STDERR]: "" };
  let memory;
  // Made for each call: when the memory grows, its buffer is replaced.
  const view = () => new DataView(memory.buffer);
  const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);

  /** Stores 32-bit numbers at their addresses. */
  const store = (...pairs) => {
    for (const [at, value] of pairs) view().setUint32(at, value, true);
    return SUCCESS;
  };

  /** Passes the `count` buffers listed at `list` to `use`, which returns the bytes read or written; stores the sum at `sum`. */
  const each = (list, count, sum, use) => {
    let total = 0;
    for (let i = 0; i < count; i += 1) {
      total += use(bytes(view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true)));
    }
    return store([sum, total]);
  };

  const calls = {
    args_sizes_get: (count, size) => store([count, texts.length], [size, texts.reduce((sum, text) => sum + text.length, 0)]),
    args_get(list, at) {
      texts.forEach((text, i) => {
        store([list + 4 * i, at]);
        bytes(at, text.length).set(text);
        at += text.length;
      });
      return SUCCESS;
    },
    environ_sizes_get: (count, size) => store([count, 0], [size, 0]),
    environ_get: () => SUCCESS,
    clock_time_get(clock, precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return SUCCESS;
    },
    random_get(at, length) {
      crypto.getRandomValues(bytes(at, length));
      return SUCCESS;
    },
    fd_read(file, list, count, sum) {
      if (file !== STDIN) return BAD_FILE;
      return each(list, count, sum, (buffer) => {
        const part = rest.subarray(0, buffer.length);
        buffer.set(part);
        rest = rest.subarray(part.length);
        return part.length;
      });
    },
    fd_write(file, list, count, sum) {
      if (!(file in printed)) return BAD_FILE;
      return each(list, count, sum, (buffer) => {
        printed[file] += written[file].decode(buffer, { stream: true });
        return buffer.length;
      });
    },
    proc_exit(code) {
      throw new Exit(code);
    },
  };

  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: calls });
  memory = exports.memory;
  try {
    exports._start();
  } catch (error) {
    // A panic prints its reason, and then traps.
    if (error.code !== 0) throw new Error(printed[STDERR] || error.message);
  }
  return printed[STDOUT];
}
