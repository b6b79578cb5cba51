// The core in Node, by way of core.ts: does the steps that a native core did, and compares each answer byte for byte.
//   node schedules.mjs core.mjs WebCore.wasm steps
import { readFileSync } from "node:fs";
import { webcrypto } from "node:crypto";
import { pathToFileURL } from "node:url";

globalThis.crypto ??= webcrypto;
const [bundle, wasm, steps] = process.argv.slice(2);
const { Core, compile } = await import(pathToFileURL(bundle));
const module = await compile(readFileSync(wasm));
const decode = (text) => Buffer.from(text ?? "", "base64");

let core;
let kept;
const calls = {
  begin: (input) => ({ writes: core.begin(JSON.parse(input)) }),
  load: (input) => core.load(JSON.parse(input).rows, JSON.parse(input).lastNumber),
  ingest: (input) => core.ingest(input),
  perform: (input) => core.perform(JSON.parse(input)),
  outbox: () => core.outbox(),
  outgoing: () => core.outgoing(),
  answered: (input, status) => core.answered(status, input),
  withdraw: (input) => core.withdraw(String(input)),
  retry: (input) => core.retry(...String(input).split(" ")),
  discard: (input) => core.discard(String(input)),
  hold: (input) => core.hold(String(input) === "yes"),
};

let count = 0;
const same = (call, found, expected) => {
  if (Buffer.compare(Buffer.from(found), expected) === 0) return;
  console.log(`step ${count}, ${call}: expected\n${String(expected).slice(0, 2000)}\nfound\n${String(Buffer.from(found)).slice(0, 2000)}`);
  process.exit(1);
};
for (const line of readFileSync(steps, "utf8").split("\n").filter((line) => line !== "")) {
  const [call, status, input, output] = line.split(" ");
  const [bytes, expected] = [decode(input), decode(output)];
  count += 1;
  if (call === "new") core = await Core.create(module);
  else if (call === "restore") {
    if (!core.restore(kept)) throw new Error(`step ${count}: it does not trust its own snapshot`);
  } else if (call === "unanswered") core.unanswered();
  else if (call === "snapshot") kept = core.snapshot();
  else if (call === "everything") same(call, core.everything(), expected);
  else {
    // The answer as it was parsed: keys in the order in which they came.
    const said = JSON.stringify(calls[call](bytes, Number(status)));
    const meant = JSON.parse(expected);
    same(call, Buffer.from(said), Buffer.from(JSON.stringify(call === "begin" ? { writes: meant.writes } : meant)));
  }
}
if (count === 0) throw new Error("no steps");
