/// <reference lib="deno.ns" />

import { equal } from "../boards/testing.ts";
import { isReadable, nameOfSound } from "./kinds.ts";

Deno.test("a recording goes under the name that the service knows, whatever the browser calls it", () => {
  equal(nameOfSound("audio/webm;codecs=opus"), "audio/webm");
  equal(nameOfSound("audio/x-m4a"), "audio/mp4");
  equal(nameOfSound("audio/wav"), "audio/wav");
  equal(nameOfSound("audio/midi"), undefined);
});

Deno.test("text is offered to be read where the service can", () => {
  equal(["image/jpeg", "image/heic", "audio/ogg"].map(isReadable), [true, true, true]);
  equal(["image/gif", "image/svg+xml", "application/pdf", "text/plain"].map(isReadable), [false, false, false, false]);
});
