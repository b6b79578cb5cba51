/// <reference lib="deno.ns" />

import { equal } from "../../boards/testing.ts";
import { notice } from "./consent.ts";
import { elsewhere, noticeOf, type Provider } from "./providers.ts";

const here: Provider = {
  does: "tell",
  provider: "daybook",
  model: "building blocks",
  version: 1,
  remote: false,
  trains: false,
  notice: "studio 2026-11",
};
const cloud: Provider = { ...here, does: "analyse", provider: "cloud", remote: true, notice: "studio 2026-11 cloud" };

Deno.test("a consent names who is to have the pictures, and nobody while that is not known", () => {
  equal(noticeOf([cloud, here], "analysis"), "studio 2026-11 cloud");
  equal(noticeOf([cloud, here], "stories"), "studio 2026-11");
  equal(noticeOf(undefined, "analysis"), notice);
});

Deno.test("those outside are named once, and those who see no pictures are not", () => {
  equal(elsewhere([cloud, { ...cloud, does: "tell" }, { ...cloud, does: "organise", provider: "other" }]), [cloud]);
  equal(elsewhere([here]), []);
  equal(elsewhere(undefined), []);
});
