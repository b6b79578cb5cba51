/// <reference lib="deno.ns" />

/** Whatever happens to links, tabs and disks: nothing that was acknowledged is lost or done twice, and all devices come to show the same. */

import { World } from "./simulation.ts";

/** A few hundred usually; `DAYBOOK_SCHEDULES=10000` runs more, `DAYBOOK_SEED=7` one alone. */
const count = Number(Deno.env.get("DAYBOOK_SCHEDULES") ?? 300);
const only = Deno.env.get("DAYBOOK_SEED");
const stepCount = 400;

async function run(seed: number): Promise<readonly string[]> {
  const world = new World(seed);
  for (const device of world.devices) device.open();
  for (let step = 0; step < stepCount; step += 1) await world.step();
  return await world.end();
}

Deno.test(`${count} schedules of devices with cut links, dead tabs and full disks lose nothing and double nothing`, async () => {
  const seeds = only ? [Number(only)] : Array.from({ length: count }, (_, seed) => seed + 1);
  for (const seed of seeds) {
    const faults = await run(seed);
    if (faults.length > 0) throw new Error(`seed ${seed}: ${faults.join("; ")}`);
  }
});
