/// <reference lib="deno.ns" />

import { documentAddress, typesAddress, writeTypes } from "../../../../Tools/web/types.ts";

Deno.test("api.ts is what Tools/web/types writes from the service's document", async () => {
  const written = writeTypes(JSON.parse(await Deno.readTextFile(documentAddress)));
  if (written !== await Deno.readTextFile(typesAddress)) throw new Error("api.ts is old: run Tools/web/types");
});
