/// <reference lib="deno.ns" />

/** The source over HTTP: numbers, bases, batches and broken links, against a service that is told what to answer. */

import type { Command } from "../api.ts";
import { HTTPBackend, nextOf } from "./http.ts";
import { Problem } from "../problem.ts";
import { type Asked, Service } from "./service.ts";

interface Request {
  readonly path: string;
  readonly body: unknown;
}

/** Answers what the test says, in order, and notes what it was asked. */
class Told extends Service {
  readonly asked: Request[] = [];
  constructor(readonly answers: (object | "cut")[]) {
    super();
  }

  override json(path: string, asked: Asked = {}): Promise<unknown> {
    this.asked.push({ path: path.replace("/v1/workspaces/w", ""), body: asked.body });
    const answer = this.answers.shift();
    if (answer === undefined) throw new Error(`nobody expected ${path}`);
    return answer === "cut" ? Promise.reject(new Problem("offline", "cut")) : Promise.resolve(answer);
  }
}

function backend(service: Service): HTTPBackend {
  const events = { changed: () => Promise.resolve(), sync: () => undefined, shownSequence: () => 41 };
  return new HTTPBackend("w", service, events, () => ({ close: () => undefined }));
}

const star: Command = { type: "capture.starItem", item: "i" };
const reword: Command = { type: "capture.rewordItem", item: "i", content: "new" };
const done = { outcome: "done", status: 200, first: 50, last: 50 };
const refused = { outcome: "refused", status: 409, problem: { name: "capture.trashed", detail: "it is in the trash" } };

function equal(actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one}\nis not\n${other}`);
}

Deno.test("a change goes under the device's next number, and the one after it under the next", async () => {
  const service = new Told([{ next: 7 }, { results: [done] }, { results: [done] }]);
  const http = backend(service);
  await http.perform([star]);
  await http.perform([star]);
  equal(service.asked[1]?.body, { commands: [{ sequence: 7, command: star }] });
  equal(service.asked[2]?.body, { commands: [{ sequence: 8, command: star }] });
});

Deno.test("what replaces a text says the record that was seen", async () => {
  const service = new Told([{ next: 1 }, { results: [done] }]);
  await backend(service).perform([reword]);
  equal(service.asked[1]?.body, { commands: [{ sequence: 1, base: 41, command: reword }] });
});

Deno.test("a change that no answer came to goes again under its number", async () => {
  const service = new Told([{ next: 3 }, "cut", { results: [done] }]);
  await backend(service).perform([star]);
  equal(service.asked[2]?.body, service.asked[1]?.body);
});

Deno.test("what no answer came to goes again under its number when it is given again, also after something else", async () => {
  const edit = [{ ...reword }];
  const service = new Told([{ next: 3 }, "cut", "cut", "cut", { results: [done] }, { results: [done] }]);
  const http = backend(service);
  let problem: unknown;
  await http.perform(edit).catch((thrown: unknown) => problem = thrown);
  equal(problem instanceof Problem && problem.mayBeDone, true);
  await http.perform(edit);
  equal(service.asked[4]?.body, service.asked[1]?.body);
  await http.perform([star]);
  equal(service.asked[5]?.body, { commands: [{ sequence: 4, command: star }] });
});

Deno.test("where its number was gone past, nothing was done under it, and it gets another one", async () => {
  const passed = { outcome: "refused", status: 409, problem: { name: "passedOver", detail: "gone past" } };
  const edit = [{ ...star }];
  const service = new Told([
    { next: 3 },
    "cut",
    "cut",
    "cut",
    { results: [done] },
    { results: [passed] },
    { next: 5 },
    { results: [done] },
  ]);
  const http = backend(service);
  await http.perform(edit).catch(() => undefined);
  await http.perform([reword]);
  await http.perform(edit);
  equal(service.asked[7]?.body, { commands: [{ sequence: 5, command: star }] });
});

Deno.test("what replaces a text says what was seen when it was said, not when its turn came", async () => {
  let shown = 41;
  const service = new Told([{ next: 1 }, { results: [done] }, { results: [done] }]);
  const changed = () => {
    shown = 60;
    return Promise.resolve();
  };
  const events = { changed, sync: () => undefined, shownSequence: () => shown };
  const http = new HTTPBackend("w", service, events, () => ({ close: () => undefined }));
  await Promise.all([http.perform([star]), http.perform([reword])]);
  equal(service.asked[2]?.body, { commands: [{ sequence: 2, base: 41, command: reword }] });
});

Deno.test("a change is taken back by its record, whatever came after it", async () => {
  const undone = { outcome: "done", status: 200, undone: { summary: "starred", title: "Milk" } };
  const service = new Told([{ next: 1 }, { results: [done] }, undone]);
  const http = backend(service);
  const receipt = await http.perform([star]);
  equal(await http.undo(receipt), "Undone: starred “Milk”");
  equal(service.asked[2], { path: "/undo", body: { record: 50, sequence: 2 } });
});

Deno.test("a number that was used is asked for anew", async () => {
  const taken = { outcome: "refused", status: 409, problem: { name: "sequenceTaken", detail: "used" } };
  const service = new Told([{ next: 3 }, { results: [taken] }, { next: 9 }, { results: [done] }]);
  await backend(service).perform([star]);
  equal(service.asked[3]?.body, { commands: [{ sequence: 9, command: star }] });
});

Deno.test("of commands together of which one is refused, nothing stays done, and the person is told why", async () => {
  const service = new Told([{ next: 1 }, { results: [done, refused] }, { outcome: "done", status: 200 }]);
  let problem: unknown;
  await backend(service).perform([star, star]).catch((thrown: unknown) => problem = thrown);
  equal(service.asked[2], { path: "/undo", body: { sequence: 3, record: 50 } });
  equal(problem instanceof Problem && [problem.code, problem.message], ["capture.trashed", "It is in the trash."]);
});

Deno.test("undo says what it took back", async () => {
  const result = { ...done, undone: { sequence: 4, kind: "note", title: "Milk", summary: "renamed" } };
  equal(await backend(new Told([{ next: 1 }, result])).undo(), "Undone: renamed “Milk”");
});

Deno.test("the next page is read out of the Link header", () => {
  equal(nextOf('</v1/workspaces/w/notes?limit=2&after=ab%2Bc>; rel="next"'), "ab+c");
  equal(nextOf(null), undefined);
});
