/// <reference lib="deno.ns" />

/** Whatever happens to tabs, links and the service while works are uploaded: each is there once, with all of its pictures. Requirement J-106. */

import type { Command } from "../../source/api.ts";
import { Problem } from "../../source/problem.ts";
import { Chance } from "../../source/replica/simulation.ts";
import { type Asked, Service } from "../../source/service/service.ts";
import { uploadLasting } from "../../source/service/upload.ts";
import { untouched } from "../pictures/recipe.ts";
import type { PendingWork } from "./pending.ts";
import { sendWork } from "./sendWork.ts";

/** A few hundred usually; `DAYBOOK_SCHEDULES=10000` runs more, `DAYBOOK_SEED=7` one alone. */
const count = Number(Deno.env.get("DAYBOOK_SCHEDULES") ?? 300);
const only = Deno.env.get("DAYBOOK_SEED");
const attempts = 60;

/** A tab was closed: nothing of it goes on. */
class Closed extends Error {}

interface Upload {
  readonly length: number;
  offset: number;
}

/** What goes wrong, as a seed decides; less and less, and at last nothing. */
class Trouble {
  likelihood = 0.3;
  readonly chance: Chance;

  constructor(chance: Chance) {
    this.chance = chance;
  }

  /** Does something that may be cut off before or behind it, by a broken link or with the tab. */
  async around<T>(work: () => T | Promise<T>, canBreak = true): Promise<T> {
    const fault = this.chance.is(this.likelihood) ? this.chance.below(canBreak ? 4 : 2) : -1;
    if (fault === 0) throw new Closed();
    if (fault === 2) throw new Problem("offline", "There is no connection.");
    const done = await work();
    if (fault === 1) throw new Closed();
    if (fault === 3) throw new Problem("offline", "The answer was lost.");
    return done;
  }
}

/** A service that takes uploads by tus, forgets some that are not whole, and makes works. */
class UploadService extends Service {
  readonly #trouble: Trouble;
  readonly #uploads = new Map<string, Upload>();
  readonly files = new Set<string>();
  readonly works = new Map<string, readonly string[]>();
  faults: string[] = [];

  constructor(trouble: Trouble) {
    super();
    this.#trouble = trouble;
  }

  override async send(path: string, asked: Asked = {}): Promise<Response> {
    return await this.#trouble.around(() => this.#answer(path, asked));
  }

  #answer(path: string, { method = "GET", headers, body }: Asked): Response {
    const fields = new Headers(headers);
    if (method === "POST") {
      const address = `/uploads/${this.#uploads.size + 1}`;
      this.#uploads.set(address, { length: Number(fields.get("Upload-Length")), offset: 0 });
      return new Response(null, { status: 201, headers: { Location: address } });
    }
    const upload = this.#uploads.get(path);
    const isForgotten = upload && upload.offset < upload.length &&
      this.#trouble.chance.is(this.#trouble.likelihood / 10);
    if (isForgotten) this.#uploads.set(path, { length: -1, offset: 0 });
    if (!upload || upload.length < 0 || isForgotten) {
      return Response.json({ name: "noSuchUpload", detail: "It was forgotten." }, { status: 404 });
    }
    if (method === "PATCH") {
      const piece = body instanceof Blob ? body.size : 0;
      if (Number(fields.get("Upload-Offset")) !== upload.offset) {
        return Response.json({ name: "badOffset", detail: "Ask where it stands." }, { status: 409 });
      }
      upload.offset += piece;
      if (upload.offset > upload.length) this.faults.push(`${path} has more bytes than were said`);
      if (upload.offset === upload.length) this.files.add(`sha-${upload.length}`);
    }
    if (method === "GET") {
      return Response.json({ picture: { mediaType: "image/png", widthPixels: 4, heightPixels: 3 } });
    }
    const whole = upload.offset === upload.length ? { "Daybook-Digest": `sha-${upload.length}` } : {};
    return new Response(null, { headers: { "Upload-Offset": String(upload.offset), ...whole } });
  }

  /** As the rules of the studio have it: an identifier is one work, and asking for it again does nothing. */
  perform(commands: readonly Command[]): void {
    for (const command of commands) {
      if (command.type !== "studio.uploadArtwork" || this.works.has(command.artwork)) continue;
      const digests = command.upload.images.map(({ file }) => file.digest);
      for (const digest of digests) if (!this.files.has(digest)) this.faults.push(`${digest} is not here`);
      this.works.set(command.artwork, digests);
    }
  }
}

/** Bytes of a picture that take more than one piece. */
const bytes = new Blob([new Uint8Array(9_000_000)]);

async function run(seed: number): Promise<readonly string[]> {
  const trouble = new Trouble(new Chance(seed));
  const service = new UploadService(trouble);
  const disk = new Map<string, PendingWork>();
  const pictures = new Map<string, Blob>();
  const wanted = new Map<string, readonly string[]>();
  for (let number = 0; number < 1 + trouble.chance.below(3); number += 1) {
    const own = Array.from({ length: 1 + trouble.chance.below(3) }, (_, place) => ({
      id: `picture-${number}-${place}`,
      name: "Sea.png",
      type: "image/png",
      // No two are of one size, so that the size names the bytes.
      sizeBytes: 1 + trouble.chance.below(8) * 1_000_000 + number * 10 + place,
      recipe: untouched,
    }));
    for (const { id, sizeBytes } of own) pictures.set(id, bytes.slice(0, sizeBytes));
    const work = { id: `work-${number}`, child: "child", title: "Sea", notes: "", date: "", tags: [] } as const;
    disk.set(work.id, { ...work, category: "drawing", pictures: own });
    wanted.set(work.id, own.map(({ sizeBytes }) => `sha-${sizeBytes}`));
  }
  const store = {
    picture: (id: string) => trouble.around(() => pictures.get(id), false),
    update: (work: PendingWork) => trouble.around(() => void disk.set(work.id, work), false),
    remove: (work: PendingWork) => trouble.around(() => void disk.delete(work.id), false),
  };
  // Each time is another tab, which knows nothing but what is on the disk.
  for (let attempt = 0; attempt < attempts && disk.size > 0; attempt += 1) {
    if (attempt > attempts / 2) trouble.likelihood = attempt > attempts * 0.9 ? 0 : 0.1;
    for (const work of [...disk.values()]) {
      try {
        await sendWork(work, {
          store,
          upload: (picture, uploading) => uploadLasting(service, "/w", picture, uploading),
          uploaded: () => undefined,
          perform: (commands) => trouble.around(() => service.perform(commands)),
          tell: () => undefined,
          today: "2026-11-28",
        });
      } catch (thrown) {
        const isForgotten = thrown instanceof Problem && (thrown.status === 404 || thrown.status === 409);
        const isPassing = thrown instanceof Closed || thrown instanceof Problem && thrown.code === "offline";
        if (!isPassing && !isForgotten) throw thrown;
        if (thrown instanceof Closed) break;
      }
    }
  }
  const faults = [...service.faults];
  if (disk.size > 0) faults.push(`${disk.size} works never arrived`);
  if (JSON.stringify([...service.works].sort()) !== JSON.stringify([...wanted].sort())) {
    faults.push("other works are there");
  }
  return faults;
}

Deno.test(`${count} schedules of uploads with cut links, closed tabs and forgotten uploads lose nothing and double nothing`, async () => {
  const seeds = only ? [Number(only)] : Array.from({ length: count }, (_, seed) => seed + 1);
  // Nobody waits for a link that only seems to be broken.
  const { setTimeout: patient } = globalThis;
  globalThis.setTimeout = ((body: () => void) => patient(body, 0)) as typeof setTimeout;
  try {
    for (const seed of seeds) {
      const faults = await run(seed);
      if (faults.length > 0) throw new Error(`DAYBOOK_SEED=${seed}: ${faults.join("; ")}`);
    }
  } finally {
    globalThis.setTimeout = patient;
  }
});
