/// <reference lib="deno.ns" />

/** A note on its way to a source whose answers are lost: nothing that was typed is done twice, and nothing goes. */

import { ChangeSet } from "codemirror";
import type { Command } from "../../source/api.ts";
import { Problem } from "../../source/problem.ts";
import type { Source } from "../../source/source.ts";
import { NoteSession } from "./NoteSession.ts";

// What the page would tell.
const page = new EventTarget();
Object.assign(globalThis, { document: page });

interface Note {
  title: string;
  body: string;
  parents: number[];
}

/** A source that does what it is told, and loses answers on the way back, or requests on the way there. */
class Lossy {
  readonly workspace = "w";
  note: Note | undefined;
  readonly did: Command[] = [];
  losing: "answer" | "request" | "nothing" = "nothing";
  #watcher = () => {};

  watch() {
    return {
      get: () => ({ value: this.note, problem: undefined, isLoading: false }),
      subscribe: (changed: () => void) => {
        this.#watcher = changed;
        return () => undefined;
      },
    };
  }

  /** Somebody, or the service's events, has the note looked at again. */
  changed(): void {
    this.#watcher();
  }

  perform(all: readonly Command[]): Promise<void> {
    if (this.losing === "request") return Promise.reject(new Problem("offline", "cut"));
    // Done before, it is not done again: its number says so.
    if (!all.every((one) => this.did.includes(one))) { for (const one of all) this.#do(one); }
    if (this.losing === "answer") return Promise.reject(new Problem("offline", "cut"));
    return Promise.resolve();
  }

  #do(command: Command): void {
    this.did.push(command);
    if (command.type === "notes.createNote") {
      this.note ??= { title: command.title ?? "", body: command.body ?? "", parents: [1] };
    } else if (command.type === "notes.retitleNote" && this.note) {
      this.note = { ...this.note, title: command.title ?? "" };
    } else if (command.type === "notes.editNote" && this.note) {
      let body = this.note.body;
      for (const { position, deleteCount, insertion } of command.edit.runs) {
        body = body.slice(0, position) + insertion + body.slice(position + (deleteCount ?? 0));
      }
      this.note = { ...this.note, body, parents: [(this.note.parents[0] ?? 0) + 1] };
    }
  }
}

function begun(source: Lossy): NoteSession {
  return new NoteSession(source as unknown as Source, "n", source.note, undefined);
}

function type(session: NoteSession, text: string): void {
  const { length } = session.lines();
  session.typed(ChangeSet.of([{ from: length, insert: text }], length, "\n"));
}

function equal(actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one}\nis not\n${other}`);
}

/** Without timers that outlive the test. */
async function closed(session: NoteSession): Promise<void> {
  await session.close();
  equal(session.state().kind, "saved");
}

for (const losing of ["answer", "request"] as const) {
  Deno.test(`an edit whose ${losing} was lost is there once, with what was typed since`, async () => {
    const source = new Lossy();
    source.note = { title: "T", body: "", parents: [0] };
    const session = begun(source);
    type(session, "AB");
    source.losing = losing;
    await session.flush();
    equal(session.state().kind, "failed");
    // The service's events bring what was done, or not, while more is typed.
    source.changed();
    type(session, "C");
    equal(session.text(), "ABC");
    source.losing = "nothing";
    await session.flush();
    await session.flush();
    equal([source.note?.body, session.text()], ["ABC", "ABC"]);
    await closed(session);
  });

  Deno.test(`a new note whose ${losing} was lost keeps what was typed since`, async () => {
    const source = new Lossy();
    const session = begun(source);
    session.retitle("New");
    type(session, "first");
    source.losing = losing;
    await session.flush();
    source.changed();
    type(session, " words");
    await session.flush();
    source.losing = "nothing";
    await session.flush();
    await session.flush();
    equal([source.note?.title, source.note?.body, session.text()], ["New", "first words", "first words"]);
    await closed(session);
  });
}

Deno.test("a page asks before it is left while something is not kept, and hands it over", async () => {
  const source = new Lossy();
  source.note = { title: "T", body: "", parents: [0] };
  const session = begun(source);
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    globalThis.dispatchEvent(event);
    return event.defaultPrevented;
  };
  equal(leave(), false);
  type(session, "last words");
  equal(leave(), true);
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve, 0));
  equal([source.note.body, leave()], ["last words", false]);
  await closed(session);
});
