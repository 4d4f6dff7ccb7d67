import { SourceMap, type SourceMapPayload } from "node:module";
import { encode } from "@jridgewell/sourcemap-codec";
import { expect, test } from "vitest";
import { toLineMap } from "./line-map.mjs";

test("a line of the bundle leads to its line of our sources, and a package's line to none", () => {
  const map: SourceMapPayload = {
    file: "serve.js",
    version: 3,
    sources: ["server/first.ts", "node_modules/a-package/index.js", "server/second.ts"],
    sourcesContent: [],
    names: ["called"],
    sourceRoot: "",
    mappings: encode([
      [
        [0, 0, 4, 2, 0],
        [8, 0, 4, 20],
      ],
      [],
      [[0, 1, 0, 0]],
      [[0, 1, 1, 0]],
      [[2, 2, 7, 4]],
    ]),
  };
  const lines = new SourceMap(toLineMap(map));
  const findSource = (line: number) => {
    const entry = lines.findEntry(line, 9);
    return "originalSource" in entry && entry.originalSource
      ? `${entry.originalSource}:${entry.originalLine}`
      : undefined;
  };
  expect([0, 1, 2, 3, 4].map(findSource)).toEqual([
    "server/first.ts:4",
    "server/first.ts:4",
    undefined,
    undefined,
    "server/second.ts:7",
  ]);
});
