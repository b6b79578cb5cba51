/// <reference lib="deno.ns" />

import { equal } from "../boards/testing.ts";
import { asWave, mixed, waveOf } from "./wave.ts";

Deno.test("a file of samples says what it is, and keeps them within 16 bits", async () => {
  const file = waveOf(new Float32Array([0, 1, -1, 2]));
  const bytes = new DataView(await file.arrayBuffer());
  equal(file.type, "audio/wav");
  equal(new TextDecoder().decode(bytes.buffer.slice(0, 4)), "RIFF");
  equal([bytes.getUint32(24, true), bytes.getUint16(34, true), bytes.getUint32(40, true)], [16_000, 16, 8]);
  equal([44, 46, 48, 50].map((at) => bytes.getInt16(at, true)), [0, 32_767, -32_767, 32_767]);
  equal(bytes.byteLength, 52);
});

Deno.test("channels are mixed, and one that is alone stays", () => {
  equal(Array.from(mixed([new Float32Array([1, 0]), new Float32Array([0, 1])])), [0.5, 0.5]);
  equal(Array.from(mixed([new Float32Array([0.25])])), [0.25]);
  equal(mixed([]).length, 0);
});

Deno.test("what cannot be decoded here stays as it is", async () => {
  const recording = new Blob(["words"], { type: "audio/webm" });
  equal(await asWave(recording), recording);
});
