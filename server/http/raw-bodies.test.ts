import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Code that adds a handler, and code that reads a request's body. */
const marks =
  /\b(?<route>api\.on(?:File)?|app\.\w+)\(|\b(?:readBody|readJson|readForm)\(|\breq\.(?:raw\.)?(?:json|text|blob|formData|parseBody|arrayBuffer|bytes|body)\b/g;

/** Handlers of contract endpoints that read the request's body themselves. */
function findReaders(source: string): string[] {
  const found: string[] = [];
  let route = "";
  for (const mark of source.matchAll(marks)) {
    if (mark.groups?.route !== undefined) route = mark.groups.route;
    else if (route.startsWith("api.")) found.push(mark[0]);
  }
  return found;
}

it("no endpoint of the contract reads a body that the contract does not declare, before the session is checked", () => {
  const files = globSync("server/features/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  const routes = files.filter((file) =>
    /\bApi\b[^;]*"#server\/http\/endpoint\.ts"/.test(readFileSync(file, "utf8")),
  );
  expect(routes.length).toBeGreaterThan(10);
  for (const file of routes)
    expect([file, findReaders(readFileSync(file, "utf8"))]).toEqual([file, []]);
});

it("an endpoint that did so would be found", () => {
  const source = "api.on(uploadCover, async ({ c }) => { await readBody(c.req.raw, 1); });";
  expect(findReaders(source)).toEqual(["readBody("]);
  expect(findReaders("app.post(path, async (c) => c.req.json());")).toEqual([]);
});
