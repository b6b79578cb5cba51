// The browser core, run by Node: replays a fact stream and writes the canonical JSON of everything; or of the views whose
// addresses a file names, a line each, and behind a line with its length and its next cursor for each.
//   node replay.mjs WebCore.wasm facts.bin [addresses.txt DAY]
import { readFileSync, writeSync } from "node:fs";
import { randomFillSync } from "node:crypto";

const [wasm, facts, addresses, day] = process.argv.slice(2);
let memory;
let top = 0;
const align = (address, to) => (address + to - 1) & ~(to - 1);

// All that the module asks of its host: room, and chance for hashing. Room is handed out in powers of two and reused.
const classes = new Map(); // address -> size class
const spare = new Map(); // size class -> addresses
const env = {
  posix_memalign(out, alignment, size) {
    const need = Math.max(16, alignment, 1 << (32 - Math.clz32(Math.max(1, size) - 1)));
    let address = spare.get(need)?.pop();
    if (address === undefined) {
      address = align(top, Math.max(alignment, 16));
      top = address + need;
      const missing = top - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / 65536) + 256);
      classes.set(address, need);
    }
    new DataView(memory.buffer).setUint32(out, address, true);
    return 0;
  },
  free(address) {
    const need = classes.get(address);
    if (need === undefined) return;
    if (!spare.has(need)) spare.set(need, []);
    spare.get(need).push(address);
  },
  arc4random_buf(address, count) { randomFillSync(new Uint8Array(memory.buffer, address, count)); },
  __stack_chk_fail() { throw new Error("stack overrun in WebCore"); },
};

const module = await WebAssembly.compile(readFileSync(wasm));
const strangers = WebAssembly.Module.imports(module).map((i) => i.name).filter((name) => !(name in env));
if (strangers.length > 0) throw new Error(`WebCore imports what no browser gives: ${strangers}`);
const { exports } = await WebAssembly.instantiate(module, { env });
memory = exports.memory;
top = memory.buffer.byteLength;

const put = (bytes) => {
  const room = exports.daybook_room(bytes.length);
  new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
  return bytes.length;
};
const output = (length) => Buffer.from(new Uint8Array(memory.buffer, exports.daybook_output(), length));
const write = (bytes) => {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
};

const count = exports.daybook_replay(put(readFileSync(facts)));
if (count < 0) throw new Error("WebCore could not read the facts");

if (addresses === undefined) {
  write(output(exports.daybook_render()));
} else {
  if (exports.daybook_sequence() <= 0n) throw new Error("WebCore does not know how far it has come");
  for (const address of readFileSync(addresses, "utf8").split("\n").filter((line) => line !== "")) {
    const length = exports.daybook_view(put(Buffer.from(address)), Number(day));
    const view = output(Math.max(0, length));
    const next = output(exports.daybook_next()).toString();
    write(Buffer.from(`${length} ${next}\n`));
    write(view);
  }
}
