/// <reference lib="deno.ns" />

/** Whatever happens to links, tabs and disks: nothing that was acknowledged is lost or done twice, and all devices come to show the same. */

import { pagesMost } from "./replica.ts";
import { Device, shownIn, type Tab, World } from "./simulation.ts";

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

/** A device with one tab that has everything, of a service with some lines. */
async function oneDevice(): Promise<{ readonly world: World; readonly tab: Tab; readonly device: Device }> {
  const world = new World(1);
  const device = new Device(world, "one");
  world.devices.splice(0, world.devices.length, device);
  const tab = device.open();
  for (let line = 0; line < 12; line += 1) {
    for (let step = 0; step < 50; step += 1) await world.go();
    await Promise.race([
      world.write(tab),
      (async () => {
        for (let step = 0; step < 200; step += 1) await world.go();
      })(),
    ]);
  }
  await world.end();
  return { world, tab, device };
}

Deno.test("a service that was put back from a backup is followed; what was here is kept aside, and said", async () => {
  const { world, tab, device } = await oneDevice();
  world.service.putBack(3, false);
  tab.replica?.hear({ kind: "wake" });
  for (let step = 0; step < 2000; step += 1) await world.go();
  const shown = shownIn(tab);
  if (shown !== JSON.stringify(world.service.records.map(({ line }) => line))) throw new Error(`it shows ${shown}`);
  if (!device.disk.former) throw new Error("the former replica is gone");
  if (!tab.sync?.notice?.includes("kept aside")) throw new Error(`it says ${JSON.stringify(tab.sync)}`);
});

Deno.test("a service that says that its past is another on purpose is followed without a word of loss", async () => {
  const { world, tab, device } = await oneDevice();
  world.service.putBack(world.service.records.length, true);
  tab.replica?.hear({ kind: "wake" });
  for (let step = 0; step < 2000; step += 1) await world.go();
  if (device.disk.former) throw new Error("it kept aside what nobody misses");
  if (tab.sync?.notice?.includes("kept aside")) throw new Error(`it says ${tab.sync.notice}`);
});

Deno.test("the larger a snapshot is, the more pages come before the next, within bounds", () => {
  const pages = [0, 1_000, 2_000_000, 5_000_000, 500_000_000].map(pagesMost);
  if (pages.join() !== "64,64,100,250,512") throw new Error(pages.join());
});

for (const { length, most } of [{ length: 1, most: 3 }, { length: 40_000, most: 2 }]) {
  Deno.test(`200 lines of ${length} letters become ${most} snapshots`, async () => {
    const world = new World(1);
    const device = new Device(world, "one");
    world.devices.splice(0, world.devices.length, device);
    const tab = device.open();
    const snapshots = new Set<Uint8Array>();
    for (let line = 0; line < 200; line += 1) {
      for (let step = 0; step < 20; step += 1) await world.go();
      void tab.replica?.perform([JSON.stringify(`${line} ${"x".repeat(length)}`)], "");
      for (let step = 0; step < 40; step += 1) await world.go();
      if (device.disk.snapshot) snapshots.add(device.disk.snapshot);
    }
    if (snapshots.size !== most) throw new Error(`${snapshots.size} snapshots`);
  });
}
