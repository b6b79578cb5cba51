import { scrypt } from "./scrypt.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (found: Uint8Array) => Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");

Deno.test("derives what RFC 7914, section 12, says", async () => {
  const known: readonly (readonly [string, string, number, number, number, string])[] = [
    ["", "", 16, 1, 1, "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"],
    ["password", "NaCl", 1024, 8, 16, "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"],
    [
      "pleaseletmein",
      "SodiumChloride",
      16384,
      8,
      1,
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2",
    ],
  ];
  for (const [passphrase, salt, n, r, p, expected] of known) {
    const found = hex(await scrypt(bytes(passphrase), bytes(salt), { n, r, p }, 64));
    if (!found.startsWith(expected)) throw new Error(`${passphrase}: ${found}`);
  }
});
