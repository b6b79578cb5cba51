// The browser core, run by Node: replays a fact stream and writes the canonical JSON of every view.
//   node replay.mjs WebCore.wasm facts.bin
import { readFileSync, writeSync } from "node:fs";
import { randomFillSync } from "node:crypto";

const [wasm, facts] = process.argv.slice(2);
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

const bytes = readFileSync(facts);
const room = exports.daybook_room(bytes.length);
new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
const count = exports.daybook_replay(bytes.length);
if (count < 0) throw new Error("WebCore could not read the facts");

const length = exports.daybook_render();
const json = new Uint8Array(memory.buffer, exports.daybook_output(), length);
for (let at = 0; at < length; ) at += writeSync(1, json, at);
