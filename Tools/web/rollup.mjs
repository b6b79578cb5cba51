// Joins the many small files that esbuild splits the browser app into (Tools/web/build): what the first screen needs is one file, what
// only some screens need is joined where it is small, and each is minified. Before, the first screen asked for 42 files.

import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

const { SPLIT: from, JOINED: to } = process.env;
const [main, mini] = ["main.js", "MiniApp.js"].map((name) => resolve(from, name));

/** What the app's entry imports at once, directly or not. */
let first;
function isFirst(id, infoOf) {
  if (!first) {
    const waiting = [...infoOf(main).importedIds];
    first = new Set();
    for (const one of waiting) {
      if (!first.has(one)) waiting.push(...infoOf(one).importedIds);
      first.add(one);
    }
  }
  return first.has(id);
}

export default {
  input: [main, mini],
  // esbuild left out what nothing uses.
  treeshake: false,
  plugins: [{
    name: "minify",
    // Before names are made of contents, so that a name stands for the bytes that are served.
    renderChunk: (code) =>
      execFileSync("esbuild", ["--minify", "--format=esm", "--target=es2022"], { input: code, encoding: "utf8" }),
  }],
  output: {
    dir: to,
    format: "es",
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "chunk-[hash].js",
    manualChunks: (id, { getModuleInfo }) => isFirst(id, getModuleInfo) ? "first" : undefined,
    // In bytes before minifying.
    experimentalMinChunkSize: 10_000,
  },
};
