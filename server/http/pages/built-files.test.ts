import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import type { AppEnv } from "../request-context.ts";
import { builtFiles } from "./built-files.ts";

const folder = mkdtempSync(join(tmpdir(), "paraline-files-"));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [name, text] of Object.entries({
  "main-1a2b.js": "plain",
  "main-1a2b.js.br": "small",
  "main-1a2b.js.gz": "smaller",
  "font.woff2": "font",
})) {
  writeFileSync(join(folder, name), text);
}

const app = new Hono<AppEnv>();
app.get("/assets/:file{[\\w.-]+}", builtFiles(folder, "public, immutable"));

async function ask(path: string, accepted?: string, method = "GET") {
  const headers: Record<string, string> = accepted ? { "Accept-Encoding": accepted } : {};
  const response = await app.request(path, { method, headers });
  const of = (name: string) => response.headers.get(name);
  return {
    status: response.status,
    type: of("Content-Type"),
    cache: of("Cache-Control"),
    vary: of("Vary"),
    encoding: of("Content-Encoding"),
    text: await response.text(),
  };
}

test("a built file is sent in an encoding that the browser accepts, the first time and the second", async () => {
  const script = {
    status: 200,
    type: "text/javascript; charset=utf-8",
    cache: "public, immutable",
    vary: "Accept-Encoding",
  };
  for (const _ of ["first", "second"]) {
    expect(await ask("/assets/main-1a2b.js", "gzip, deflate, br")).toEqual({
      ...script,
      encoding: "br",
      text: "small",
    });
    expect(await ask("/assets/main-1a2b.js", "gzip")).toMatchObject({
      encoding: "gzip",
      text: "smaller",
    });
    expect(await ask("/assets/main-1a2b.js")).toEqual({ ...script, encoding: null, text: "plain" });
  }
  expect(await ask("/assets/font.woff2", "gzip, br")).toEqual({
    status: 200,
    type: "font/woff2",
    cache: "public, immutable",
    vary: null,
    encoding: null,
    text: "font",
  });
  expect(await ask("/assets/font.woff2", "br", "HEAD")).toMatchObject({ status: 200, text: "" });
});

test("a missing file is not found, and found once it exists", async () => {
  for (const name of ["none.js", "..", ".", "%2e%2e", "..%2fserver%2fmain.js", "a".repeat(5000)]) {
    expect((await ask(`/assets/${name}`)).status).toBe(404);
  }
  writeFileSync(join(folder, "none.js"), "now");
  expect(await ask("/assets/none.js")).toMatchObject({ status: 200, text: "now" });
});
