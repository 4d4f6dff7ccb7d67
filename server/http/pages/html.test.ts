import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { acceptedEncodings, htmlResponse } from "./html.ts";

const style = `<style>${Array.from({ length: 500 }, (_, index) => `.c${index}{margin:${index}px}`).join("")}</style>`;
const createPage = (name: string) =>
  `<!doctype html><html><head>${style}</head><body>Für ${name} 🙂 ${"words ".repeat(300)}</body></html>`;

const app = new Hono();
app.get("/mine", (c) => htmlResponse(c, createPage("Ana")));
app.get("/everybodys", (c) => htmlResponse(c, createPage("all"), { isStatic: true }));

async function ask(path: string, accepted: string | undefined) {
  const response = await app.request(path, {
    headers: accepted === undefined ? {} : { "Accept-Encoding": accepted },
  });
  const body = Buffer.from(await response.arrayBuffer());
  const encoding = response.headers.get("Content-Encoding");
  return { encoding, vary: response.headers.get("Vary"), body };
}

test("a page is sent in an encoding that the browser accepts", async () => {
  const browser = "gzip, deflate, br, zstd";
  const mine = await ask("/mine", browser);
  expect(mine).toMatchObject({ encoding: "gzip", vary: "Accept-Encoding" });
  expect(gunzipSync(mine.body).toString()).toBe(createPage("Ana"));
  for (const { encoding, body } of [
    await ask("/everybodys", browser),
    await ask("/everybodys", browser),
  ]) {
    expect(encoding).toBe("br");
    expect(brotliDecompressSync(body).toString()).toBe(createPage("all"));
  }
  const old = await ask("/everybodys", "gzip");
  expect(old.encoding).toBe("gzip");
  expect(gunzipSync(old.body).toString()).toBe(createPage("all"));
  for (const accepted of [undefined, "identity", "gzip;q=0, br;q=0"]) {
    const plain = await ask("/mine", accepted);
    expect(plain.encoding).toBeNull();
    expect(plain.body.toString()).toBe(createPage("Ana"));
  }
});

test("an encoding with weight 0 counts as not accepted, any other as accepted", () => {
  expect([...acceptedEncodings("gzip;q=0.001, br;q=0.0")]).toEqual(["gzip"]);
  expect([...acceptedEncodings("GZIP , Br")]).toEqual(["br", "gzip"]);
  expect([...acceptedEncodings(undefined)]).toEqual([]);
});
