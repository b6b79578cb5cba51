/// <reference lib="deno.ns" />

import { packed, unpacked } from "./points.ts";

Deno.test("points come back as they were drawn", () => {
  const drawn = [
    { x: 12.34, y: -0.5, pressure: 0, tiltX: -90, tiltY: 45, time: 0 },
    { x: 9_000_000, y: 1.01, pressure: 1, tiltX: 12, tiltY: -3, time: 8 },
    { x: -9_000_000, y: 0, pressure: 1, tiltX: 12, tiltY: -3, time: 1_000_000_000 },
  ];
  const read = unpacked(packed(drawn));
  if (JSON.stringify(read) !== JSON.stringify(drawn)) throw new Error(JSON.stringify(read));
});

Deno.test("a point is packed as the journal has it", () => {
  const bytes = packed([{ x: 1, y: -1, pressure: 1, tiltX: 0, tiltY: 0, time: 5 }]);
  if (bytes !== "01c801c701feff0700000a") throw new Error(bytes);
});
