import { hitsFor } from "./find.ts";
import { applied } from "./SealedSource.ts";

function check(isSo: boolean, what: string) {
  if (!isSo) throw new Error(what);
}

Deno.test("finds notes that have every word, with the text around the first", () => {
  const texts = [
    { note: "1", title: "Diary", text: `${"Before. ".repeat(20)}A Kingfisher and a heron.${" After".repeat(20)}` },
    { note: "2", title: "Heron", text: "Nothing else" },
  ];
  const found = (asked: string) => hitsFor(asked, texts).map(({ note }) => note).join();
  check(found("heron") === "1,2", found("heron"));
  check(found("HERON kingfisher") === "1", found("HERON kingfisher"));
  check(found("diary heron") === "1", found("diary heron"));
  check(found("owl") === "" && found("  ") === "" && found("type:note") === "", "nothing");
  const [hit] = hitsFor("kingfisher", texts);
  check(/^….*A Kingfisher and a heron\..*…$/.test(hit?.passage ?? ""), hit?.passage ?? "none");
  check(hitsFor("diary", texts)[0]?.passage === "", "the title alone has it");
});

Deno.test("makes a text of another by runs that count in scalars", () => {
  const runs = [{ position: 2, deleteCount: 1, insertion: "🎈🎈" }, { position: 4, insertion: "!" }, {
    position: 0,
    deleteCount: 1,
  }];
  check(applied(runs, "🎁a🎁b") === "a🎈🎈!b", applied(runs, "🎁a🎁b"));
});
