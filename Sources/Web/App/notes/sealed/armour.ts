/** The written form of a sealed text: lines that every system and every mail leaves as they are. See README.md. */

import { Problem } from "../../source/problem.ts";
import { beginning } from "./mark.ts";
import type { ScryptCost } from "./scrypt.ts";

const end = "-----END DAYBOOK SEALED NOTE-----";
const comment = "Only its passphrase opens this note, in Daybook or by the format that Daybook documents.";
const lineLength = 76;

/** The derivation of a key, all but the passphrase. Two blocks with the same one have the same key. */
export interface Derivation {
  readonly cost: ScryptCost;
  /** In base64. */
  readonly salt: string;
  /** In base64: tells a wrong passphrase from a changed text. */
  readonly check: string;
}

/** A sealed text as it was written. */
export interface Block {
  readonly derivation: Derivation;
  readonly nonce: Uint8Array;
  readonly ciphertext: Uint8Array;
  /** The lines above the ciphertext, which it was sealed with: a change of one of them is found. */
  readonly head: string;
}

/** The name of a derivation: keys are found by it. */
export function nameOf({ cost: { n, r, p }, salt, check }: Derivation): string {
  return `${n} ${r} ${p} ${salt} ${check}`;
}

/** The lines above a ciphertext. */
export function headOf({ cost: { n, r, p }, salt, check }: Derivation, nonce: Uint8Array): string {
  return [
    "Version: 1",
    `Comment: ${comment}`,
    `Derivation: scrypt n=${n} r=${r} p=${p}`,
    `Salt: ${salt}`,
    `Check: ${check}`,
    `Nonce: ${base64(nonce)}`,
  ].join("\n");
}

/** A whole block. */
export function written(head: string, ciphertext: Uint8Array): string {
  const lines = base64(ciphertext).match(new RegExp(`.{1,${lineLength}}`, "g")) ?? [];
  return [beginning, head, "", ...lines, end, ""].join("\n");
}

/**
 * The blocks of a body, and what stands beside them.
 *
 * There are several where it was written on two devices at once: each replaces the whole block, and both stay.
 * @throws {Problem} `badSeal` for a block that this version cannot read.
 */
export function blocksIn(body: string): { readonly blocks: readonly Block[]; readonly rest: string } {
  const lines = body.replaceAll("\r", "").split("\n");
  const blocks: Block[] = [];
  const rest: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at] !== beginning) {
      rest.push(lines[at] ?? "");
      continue;
    }
    const close = lines.indexOf(end, at);
    const gap = lines.indexOf("", at);
    if (close < 0 || gap < 0 || gap > close) throw damaged();
    blocks.push(blockOf(lines.slice(at + 1, gap), lines.slice(gap + 1, close)));
    at = close;
  }
  return { blocks, rest: rest.join("\n").trim() };
}

function blockOf(head: readonly string[], lines: readonly string[]): Block {
  const fields = new Map(head.map((line) => {
    const colon = line.indexOf(": ");
    return [line.slice(0, colon), line.slice(colon + 2)] as const;
  }));
  const version = fields.get("Version");
  if (version !== "1") {
    throw new Problem("badSeal", "This note was sealed by a newer Daybook. Reload the page, or update the service.");
  }
  const [, n, r, p] = /^scrypt n=(\d+) r=(\d+) p=(\d+)$/.exec(fields.get("Derivation") ?? "")?.map(Number) ?? [];
  const [salt, check, nonce] = ["Salt", "Check", "Nonce"].map((name) => fields.get(name));
  if (!n || !r || !p || !isBearable({ n, r, p }) || !salt || !check || !nonce) throw damaged();
  return {
    derivation: { cost: { n, r, p }, salt, check },
    nonce: bytesFrom(nonce),
    ciphertext: bytesFrom(lines.join("")),
    head: head.join("\n"),
  };
}

/** Half a gigabyte and some seconds: what is more was not written by this app. */
function isBearable({ n, r, p }: ScryptCost): boolean {
  return n >= 2 && n <= 1 << 20 && (n & (n - 1)) === 0 && r <= 16 && p <= 16 && n * r * p <= 1 << 22;
}

function damaged(): Problem {
  return new Problem("badSeal", "The sealed text is damaged. Its history has how it was before.");
}

export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** @throws {Problem} `badSeal` for what is no base64. */
export function bytesFrom(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    throw damaged();
  }
}
