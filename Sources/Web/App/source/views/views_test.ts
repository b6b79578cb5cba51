/// <reference lib="deno.ns" />

/** Watched views: kept by path, asked anew when something changed, and the same object where nothing did. */

import { isOwnPath } from "./ownviews.ts";
import { pathOf } from "../addresses.ts";
import { Problem } from "../problem.ts";
import { type Loaded, ViewCache } from "./views.ts";
import { shared } from "../watched.ts";

function equal(actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one}\nis not\n${other}`);
}

function same(one: unknown, other: unknown): void {
  if (one !== other) throw new Error("it is another object");
}

/** Views whose values the test sets, and that counts what was asked. */
function views() {
  const told = { value: { id: "a", list: [{ id: "x", n: 1 }, { id: "y", n: 2 }] } as unknown, sequence: 1, count: 0 };
  const cache = new ViewCache((): Promise<Loaded> => {
    told.count += 1;
    if (told.value instanceof Problem) return Promise.reject(told.value);
    return Promise.resolve({ value: told.value, sequence: told.sequence, next: undefined });
  });
  return { told, cache };
}

Deno.test("a view is the same watched object for equal parameters", () => {
  const { cache } = views();
  same(cache.watch(pathOf("listNotes", { limit: 2 })), cache.watch(pathOf("listNotes", { limit: 2, at: undefined })));
});

Deno.test("a refresh that brings nothing new renders nothing", async () => {
  const { told, cache } = views();
  const watched = cache.watch("/a");
  let renders = 0;
  watched.subscribe(() => renders += 1);
  await cache.refresh();
  const before = watched.get();
  told.value = structuredClone(told.value);
  await cache.refresh();
  same(watched.get(), before);
  equal(renders, 1);
});

Deno.test("only what is watched is asked anew, and the rest when it is watched again", async () => {
  const { told, cache } = views();
  const end = cache.watch("/a").subscribe(() => undefined);
  await cache.refresh();
  end();
  const { count } = told;
  await cache.refresh();
  equal(told.count, count);
  cache.watch("/a").subscribe(() => undefined);
  equal(told.count, count + 1);
});

Deno.test("a refresh while a view is asked asks once more: the first may have come before the change", async () => {
  const { told, cache } = views();
  cache.watch("/a").subscribe(() => undefined);
  await cache.refresh();
  equal(told.count, 2);
});

Deno.test("what was shown stays while there is no connection, or the service has too much to do", async () => {
  const { told, cache } = views();
  const watched = cache.watch("/a");
  watched.subscribe(() => undefined);
  await cache.refresh();
  const { value } = watched.get();
  for (const problem of [new Problem("offline", "no connection"), new Problem("tooMany", "too much", 429)]) {
    told.value = problem;
    await cache.refresh();
    same(watched.get().value, value);
    equal(watched.get().problem?.code, problem.code);
  }
  told.value = new Problem("noSuchThing", "gone", 404);
  await cache.refresh();
  same(watched.get().value, undefined);
});

Deno.test("the base of a change is the oldest record among what is shown", async () => {
  const { told, cache } = views();
  cache.watch("/a").subscribe(() => undefined);
  await cache.refresh();
  told.sequence = 5;
  equal(cache.sequence, 1);
  await cache.refresh();
  equal(cache.sequence, 5);
});

Deno.test("a list shares the elements that are as they were, wherever they moved to", () => {
  const former = [{ id: "x", n: 1 }, { id: "y", n: 2 }, { id: "z", n: 3 }];
  const fresh = shared(former, [{ id: "z", n: 3 }, { id: "x", n: 1 }, { id: "y", n: 4 }]);
  same(fresh[0], former[2]);
  same(fresh[1], former[0]);
  equal(fresh[2], { id: "y", n: 4 });
});

Deno.test("views of another time, searches and histories are the service's, the rest the core's", () => {
  equal(isOwnPath(pathOf("showBoard", { board: "b" })), true);
  equal(isOwnPath(pathOf("showBoard", { board: "b", at: "yesterday" })), false);
  equal(isOwnPath(pathOf("search", { q: "milk" })), false);
  equal(isOwnPath(pathOf("showHistory", { thing: "t" })), false);
});
