/** Sealing and opening a text: AES-256-GCM under a key that scrypt derives from a passphrase. See README.md. */

import { Problem } from "../../source/problem.ts";
import { base64, type Block, bytesFrom, type Derivation, headOf, nameOf, written } from "./armour.ts";
import { scrypt, type ScryptCost } from "./scrypt.ts";

/** A key, and how it was derived. It cannot be taken out of the browser's hands. */
export interface SealKey {
  readonly name: string;
  readonly derivation: Derivation;
  readonly key: CryptoKey;
}

/** A text as it was sealed, and the note that it was sealed in. */
export interface Opened {
  readonly note: string;
  readonly text: string;
}

/** 128 MiB and a second or two for each guess: what OWASP asks for. */
const usualCost: ScryptCost = { n: 1 << 17, r: 8, p: 1 };
const [saltBytes, nonceBytes, keyBytes, checkBytes] = [16, 12, 32, 8];

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** A key of a new passphrase. */
export async function newKey(passphrase: string, cost: ScryptCost = usualCost): Promise<SealKey> {
  return await derived(passphrase, cost, base64(crypto.getRandomValues(new Uint8Array(saltBytes))));
}

/** The key of a block. @throws {Problem} `wrongPassphrase` */
export async function keyOf({ derivation }: Block, passphrase: string): Promise<SealKey> {
  const found = await derived(passphrase, derivation.cost, derivation.salt);
  if (found.derivation.check !== derivation.check) {
    throw new Problem("wrongPassphrase", "This is not the passphrase that the note was sealed with.");
  }
  return found;
}

async function derived(passphrase: string, cost: ScryptCost, salt: string): Promise<SealKey> {
  const bytes = await scrypt(
    encoder.encode(passphrase.normalize("NFKC")),
    bytesFrom(salt),
    cost,
    keyBytes + checkBytes,
  );
  const key = await crypto.subtle.importKey("raw", bytes.slice(0, keyBytes), "AES-GCM", false, ["encrypt", "decrypt"]);
  const derivation = { cost, salt, check: base64(bytes.slice(keyBytes)) };
  bytes.fill(0);
  return { name: nameOf(derivation), derivation, key };
}

/** A text of a note, sealed. */
export async function sealed({ key, derivation }: SealKey, { note, text }: Opened): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const head = headOf(derivation, nonce);
  const wish = { name: "AES-GCM", iv: nonce, additionalData: encoder.encode(head) };
  return written(
    head,
    new Uint8Array(await crypto.subtle.encrypt(wish, key, encoder.encode(JSON.stringify({ note, text })))),
  );
}

/** What a block holds. @throws {Problem} `tampered` where any of it was changed after it was sealed. */
export async function opened({ key }: SealKey, { nonce, ciphertext, head }: Block): Promise<Opened> {
  try {
    const wish = {
      name: "AES-GCM",
      iv: Uint8Array.from(nonce),
      additionalData: encoder.encode(head),
    };
    const bytes = await crypto.subtle.decrypt(wish, key, Uint8Array.from(ciphertext));
    return JSON.parse(decoder.decode(bytes)) as Opened;
  } catch {
    throw new Problem(
      "tampered",
      "The sealed text was changed after it was sealed, and is not shown. Its history has how it was before.",
    );
  }
}
