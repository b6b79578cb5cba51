/// <reference lib="deno.ns" />

import { equal } from "../../boards/testing.ts";
import { sentencesOf } from "./sentences.ts";

Deno.test("sentences are found, and together are the text", () => {
  const text = "Mia ran. “Where is the sun?” she asked!\nThen it rose…";
  const sentences = sentencesOf(text);
  equal(sentences, ["Mia ran. ", "“Where is the sun?” she asked!\n", "Then it rose…"]);
  equal(sentences.join(""), text);
  equal(sentencesOf(""), []);
});
