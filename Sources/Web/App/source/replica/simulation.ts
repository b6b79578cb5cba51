/** Devices with tabs over a model service, in an order that a seed decides: links are cut, tabs die, disks are full. */

import { ModelCore, ModelService } from "./model.ts";
import { Problem } from "../problem.ts";
import { type Answer, Replica, type Surroundings, type Told } from "./replica.ts";
import type { SyncState } from "../source.ts";
import type { Change, Mark, Replacement, Store, Stored, StoredPage } from "./store.ts";

/** Numbers that look random, the same for the same seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2654435761 + 12345) >>> 0;
  }

  /** From 0 to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  one<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  is(likelihood: number): boolean {
    return this.next() < likelihood;
  }
}

/** What is under way: each step of it happens when the simulation says so. */
export class Steps {
  readonly pending: { readonly tab: Tab; readonly go: () => void }[] = [];

  /** Waits for its turn; for ever where the tab dies before. */
  turn(tab: Tab): Promise<void> {
    return new Promise((resolve) => {
      if (tab.isAlive) this.pending.push({ tab, go: resolve });
    });
  }

  drop(tab: Tab): void {
    for (let at = this.pending.length - 1; at >= 0; at -= 1) {
      if (this.pending[at]?.tab === tab) this.pending.splice(at, 1);
    }
  }
}

/** The disk of a device: it outlives its tabs. */
class Disk {
  mark: Mark = { outbox: 0, replica: 0, isWhole: false, sequence: 0 };
  lastNumber = 0;
  rows = new Map<string, string>();
  pages = new Map<number, Uint8Array>();
  snapshot: Uint8Array | undefined;
  former: Uint8Array | undefined;
}

class TabStore implements Store {
  constructor(readonly tab: Tab, readonly disk: Disk) {}

  async mark(): Promise<Mark> {
    await this.tab.turn();
    return this.disk.mark;
  }

  async outbox() {
    await this.tab.turn();
    const rows = [...this.disk.rows].map(([id, json]) => ({ id, json }));
    return { rows, lastNumber: this.disk.lastNumber };
  }

  async pages(from: number): Promise<readonly StoredPage[]> {
    await this.tab.turn();
    const pages = [...this.disk.pages].map(([after, bytes]) => ({ after, bytes }));
    return pages.filter(({ after }) => after >= from).sort((a, b) => a.after - b.after);
  }

  async all(): Promise<Stored> {
    const { mark, snapshot } = this.disk;
    const pages = [...this.disk.pages].map(([after, bytes]) => ({ after, bytes })).sort((a, b) => a.after - b.after);
    return { ...await this.outbox(), mark, snapshot, pages };
  }

  async write({ writes, page, isWhole }: Change): Promise<Mark> {
    await this.#turnOrFull();
    const { disk } = this;
    for (const id of writes?.remove ?? []) {
      this.#noteUndone(disk.rows.get(id));
      disk.rows.delete(id);
    }
    for (const { id, json } of writes?.put ?? []) disk.rows.set(id, json);
    if (page) disk.pages.set(page.after, page.bytes);
    disk.lastNumber = Math.max(disk.lastNumber, writes?.lastNumber ?? 0);
    disk.mark = {
      ...disk.mark,
      outbox: disk.mark.outbox + (writes ? 1 : 0),
      isWhole: disk.mark.isWhole || isWhole === true,
      sequence: page?.last ?? disk.mark.sequence,
    };
    const { mark } = disk;
    await this.tab.turn();
    return mark;
  }

  async replace({ snapshot, sequence, isWhole, isOther, keepsFormer }: Replacement): Promise<Mark> {
    await this.#turnOrFull();
    const { disk } = this;
    if (keepsFormer) disk.former = disk.snapshot ?? new Uint8Array();
    disk.pages.clear();
    disk.snapshot = snapshot;
    disk.mark = { ...disk.mark, sequence, isWhole, replica: disk.mark.replica + (isOther ? 1 : 0) };
    const { mark } = disk;
    await this.tab.turn();
    return mark;
  }

  close(): void {}

  /** What never left and goes was taken back by a person: nothing else may take it away. */
  #noteUndone(json: string | undefined): void {
    const row = json ? JSON.parse(json) as { readonly state: string; readonly line: string } : undefined;
    if (row?.state === "waiting") this.tab.device.world.undone.add(row.line);
  }

  async #turnOrFull(): Promise<void> {
    await this.tab.turn();
    if (this.tab.device.isFull) throw new DOMException("no room", "QuotaExceededError");
  }
}

/** A device: a disk, a link, and tabs that share them. */
export class Device {
  readonly disk = new Disk();
  readonly tabs: Tab[] = [];
  isOnline = true;
  isFull = false;
  readonly #exclusive = new Lock();
  readonly #leading = new Lock();

  constructor(readonly world: World, readonly name: string) {}

  open(): Tab {
    const tab = new Tab(this, this.#exclusive, this.#leading);
    this.tabs.push(tab);
    tab.begin();
    return tab;
  }

  kill(tab: Tab): void {
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    tab.isAlive = false;
    this.world.steps.drop(tab);
    this.#exclusive.free(tab);
    this.#leading.free(tab);
  }
}

/** One tab at a time, in order; a tab that dies lets go. */
class Lock {
  #queue: { readonly tab: Tab; readonly go: () => void }[] = [];

  take(tab: Tab): Promise<void> {
    return new Promise((resolve) => {
      if (!tab.isAlive) return;
      this.#queue.push({ tab, go: resolve });
      if (this.#queue.length === 1) resolve();
    });
  }

  giveBack(tab: Tab): void {
    if (this.#queue[0]?.tab !== tab) return;
    this.#queue.shift();
    this.#queue[0]?.go();
  }

  free(tab: Tab): void {
    const holds = this.#queue[0]?.tab === tab;
    this.#queue = this.#queue.filter((one) => one.tab !== tab);
    if (holds) this.#queue[0]?.go();
  }
}

/** A tab: a replica in memory, which is gone when the tab is. */
export class Tab {
  isAlive = true;
  replica: Replica | undefined;
  sync: SyncState | undefined;
  #wake: () => void = () => undefined;

  constructor(readonly device: Device, readonly exclusive: Lock, readonly leading: Lock) {}

  turn(): Promise<void> {
    return this.device.world.steps.turn(this);
  }

  begin(): void {
    const { world, name, disk } = this.device;
    const around: Surroundings = {
      makeCore: () => Promise.resolve(new ModelCore()),
      store: new TabStore(this, disk),
      exclusively: async (work) => {
        await this.exclusive.take(this);
        try {
          return await work();
        } finally {
          this.exclusive.giveBack(this);
        }
      },
      tell: (told) => this.#tell(told),
      ask: (method, path, body) => this.#ask(method, path, body),
      pause: async () => {
        await Promise.race([this.turn(), new Promise<void>((resolve) => this.#wake = resolve)]);
      },
      wake: () => this.#wake(),
      now: () => world.steps.pending.length,
      today: () => 0,
      mint: () => `${name}-${world.mint()}`,
      random: () => world.chance.next(),
    };
    const events = {
      ready: () => undefined,
      changed: () => undefined,
      unavailable: () => undefined,
      sync: (state: SyncState) => this.sync = state,
    };
    void this.#begin(around, events);
  }

  async #begin(around: Surroundings, events: Parameters<typeof Replica.open>[2]): Promise<void> {
    const identity = { workspace: "w", user: "u", device: this.device.name };
    for (;;) {
      try {
        this.replica = await Replica.open(around, identity, events);
        break;
      } catch {
        // A full disk: the person opens it again.
        await this.turn();
      }
    }
    await this.leading.take(this);
    await this.replica.lead();
  }

  #tell(told: Told): void {
    if (!this.isAlive) return;
    for (const other of this.device.tabs) {
      if (other !== this) void other.#hear(told);
    }
  }

  async #hear(told: Told): Promise<void> {
    await this.turn();
    await this.replica?.hear(told).catch(() => undefined);
  }

  async #ask(method: string, path: string, body?: string): Promise<Answer> {
    const { world } = this.device;
    await this.turn();
    if (!this.device.isOnline) throw new Problem("offline", "cut before");
    const answer = world.service.answer(method, path, body);
    await this.turn();
    // It was done, and nobody here knows.
    if (!this.device.isOnline) throw new Problem("offline", "cut after");
    return answer;
  }
}

/** What became of a line that a person wrote. */
interface Written {
  readonly line: string;
  state: "asked" | "acknowledged" | "refusedHere";
}

/** Everything together. */
export class World {
  readonly service = new ModelService();
  readonly steps = new Steps();
  readonly chance: Chance;
  readonly devices: Device[];
  readonly written: Written[] = [];
  /** Lines that a person took back before they were sent. */
  readonly undone = new Set<string>();
  #minted = 0;

  constructor(seed: number) {
    this.chance = new Chance(seed);
    this.devices = Array.from({ length: 2 + this.chance.below(2) }, (_, place) => new Device(this, `d${place}`));
  }

  mint(): string {
    this.#minted += 1;
    return String(this.#minted).padStart(6, "0");
  }

  /** Writes a line in a tab. */
  async write(tab: Tab): Promise<void> {
    const { replica } = tab;
    if (!replica) return;
    const text = `${this.chance.is(0.1) ? "refuse " : ""}line ${this.written.length}`;
    const written: Written = { line: JSON.stringify(text), state: "asked" };
    this.written.push(written);
    try {
      await replica.perform([written.line], text);
      if (tab.isAlive) written.state = "acknowledged";
    } catch {
      written.state = "refusedHere";
    }
  }

  /** One thing happens. */
  async step(): Promise<void> {
    const { chance, steps } = this;
    const device = chance.one(this.devices);
    const tab = device && chance.one(device.tabs);
    const dice = chance.next();
    if (dice < 0.06 && tab) void this.write(tab);
    else if (dice < 0.075 && device && device.tabs.length < 3) device.open();
    else if (dice < 0.09 && device && tab) device.kill(tab);
    else if (dice < 0.11 && device) device.isOnline = !device.isOnline;
    else if (dice < 0.115 && device) device.isFull = !device.isFull;
    else if (dice < 0.125 && tab?.replica) void tab.replica.undo().catch(() => undefined);
    else if (dice < 0.135 && tab?.replica) void tab.replica.redo().catch(() => undefined);
    else this.#go(chance.below(steps.pending.length));
    await settle();
  }

  /** Something that is under way goes on. */
  async go(): Promise<void> {
    this.#go(this.chance.below(this.steps.pending.length));
    await settle();
  }

  #go(place: number): void {
    const [step] = this.steps.pending.splice(place, 1);
    step?.go();
  }

  /** Everything works again: until all is quiet. @returns what is wrong then. */
  async end(): Promise<readonly string[]> {
    for (const device of this.devices) {
      [device.isOnline, device.isFull] = [true, false];
      if (device.tabs.length === 0) device.open();
    }
    const tabs = this.devices.flatMap((device) => device.tabs);
    for (let round = 0; round < 20_000; round += 1) {
      this.#go(this.chance.below(this.steps.pending.length));
      await settle();
      if (round % 100 === 99 && tabs.every((tab) => this.#isInStep(tab))) return this.#faults(tabs);
    }
    const stuck = tabs.filter((tab) => !this.#isInStep(tab));
    return [
      `it does not come to rest: ${stuck.map((tab) => `${tab.device.name} ${JSON.stringify(tab.sync)}`).join("; ")}`,
    ];
  }

  #isInStep(tab: Tab): boolean {
    if (!tab.replica || !tab.sync || tab.sync.waiting > 0) return false;
    return tab.sync.kind !== "offline" && shownIn(tab) === JSON.stringify(this.service.records.map(({ line }) => line));
  }

  #faults(tabs: readonly Tab[]): readonly string[] {
    const faults = [...this.service.faults];
    const counts = new Map<string, number>();
    for (const { line } of this.service.records) counts.set(line, (counts.get(line) ?? 0) + 1);
    const kept = new Set(
      tabs.flatMap((tab) =>
        tab.sync?.refused.flatMap(({ commands }) => commands.map((one) => JSON.stringify(one))) ?? []
      ),
    );
    for (const { line, state } of this.written) {
      const count = counts.get(line) ?? 0;
      if (count > 1) faults.push(`${line} was done ${count} times`);
      if (state === "acknowledged" && count === 0 && !kept.has(line) && !this.undone.has(line)) {
        faults.push(`${line} is lost`);
      }
      if (state === "refusedHere" && count > 0) faults.push(`${line} was said to be not saved, and is there`);
    }
    return faults;
  }
}

/** What a tab shows, as JSON. */
export function shownIn(tab: Tab): string {
  return new TextDecoder().decode(tab.replica?.show("/").json);
}

/** Lets everything run that needs no step. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
}
