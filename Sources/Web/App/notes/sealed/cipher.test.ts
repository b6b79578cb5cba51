import { Problem } from "../../source/problem.ts";
import { blocksIn } from "./armour.ts";
import { keyOf, newKey, opened, sealed } from "./cipher.ts";
import { isSealed } from "./mark.ts";

const cheap = { n: 16, r: 1, p: 1 };
const note = "0190163d-8694-739b-aea5-966c26f8ad90";
const text = "Überraschung 🎁\n- [ ] nothing of this in clear";

function check(isSo: boolean, what: string) {
  if (!isSo) throw new Error(what);
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.code;
    throw thrown;
  }
  return "none";
}

Deno.test("opens what was sealed with its passphrase, and with no other", async () => {
  const body = await sealed(await newKey("correct horse battery", cheap), { note, text });
  check(isSealed(body) && !body.includes("Überraschung") && !body.includes("nothing"), body);
  check(body.split("\n").every((line) => line.length <= 100), "lines are short");
  const [block] = blocksIn(body.replaceAll("\n", "\r\n")).blocks;
  if (!block) throw new Error("no block");
  const found = await opened(await keyOf(block, "correct horse battery"), block);
  check(found.text === text && found.note === note, JSON.stringify(found));
  check(await codeOf(keyOf(block, "correct horse batterY")) === "wrongPassphrase", "wrong passphrase");
  // However the letters are put together.
  const composed = await sealed(await newKey("Schlu\u0308ssel", cheap), { note, text });
  const [other] = blocksIn(composed).blocks;
  check(other !== undefined && await codeOf(keyOf(other, "Schl\u00fcssel")) === "none", "normal form");
});

Deno.test("finds every change of a sealed text", async () => {
  const key = await newKey("correct horse battery", cheap);
  const body = await sealed(key, { note, text });
  const lines = body.split("\n");
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line === "" || line.startsWith("-----")) continue;
    const place = line.lastIndexOf(line.startsWith("Derivation") ? "1" : line.at(-3) ?? "");
    const changed = line.slice(0, place) + (line[place] === "B" ? "C" : line.startsWith("Derivation") ? "2" : "B") +
      line.slice(place + 1);
    const said = lines.with(at, changed).join("\n");
    const code = await codeOf((async () => {
      const [block] = blocksIn(said).blocks;
      if (block) await opened(key, block);
    })());
    check(code === "tampered" || code === "badSeal", `${line} as ${changed}: ${code}`);
  }
});

Deno.test("keeps what two devices wrote at once, and what stands beside", async () => {
  const key = await newKey("correct horse battery", cheap);
  const both = await sealed(key, { note, text: "one" }) + await sealed(key, { note, text: "two" });
  const { blocks, rest } = blocksIn(both + "written elsewhere\n");
  const texts = await Promise.all(blocks.map(async (block) => (await opened(key, block)).text));
  check(texts.join() === "one,two" && rest === "written elsewhere", texts.join());
});

Deno.test("refuses what it was not written to bear", async () => {
  const body = await sealed(await newKey("correct horse battery", cheap), { note, text });
  for (
    const changed of [
      body.replace("Version: 1", "Version: 2"),
      body.replace("n=16 ", "n=1073741824 "),
      body.replace("n=16 ", "n=17 "),
      body.replace(/-----END.*/, ""),
      body.replace(/Nonce: .*/, "Nonce: %"),
    ]
  ) {
    check(await codeOf((async () => await Promise.resolve(blocksIn(changed)))()) === "badSeal", changed);
  }
});
