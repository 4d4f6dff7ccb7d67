import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { acceptedEncodings, gzipPersonalPage, htmlResponse } from "./html.ts";
import { pageDictionary } from "./page-dictionary.ts";

const style = `<style>${Array.from({ length: 500 }, (_, index) => `.c${index}{margin:${index}px}`).join("")}</style>`;
const pageOf = (name: string) =>
  `<!doctype html><html><head>${style}</head><body>Für ${name} 🙂 ${"words ".repeat(300)}</body></html>`;

describe("a page made for one person", () => {
  test.each([
    ["with a stylesheet in it", pageOf("Ana")],
    ["again, with what was kept of the first one", pageOf("Béla")],
    ["without a stylesheet", "<!doctype html><title>ö</title>"],
    ["that is empty", ""],
  ])("unpacks to what it was, %s", (_, html) => {
    expect(gunzipSync(gzipPersonalPage(html)).toString()).toBe(html);
  });

  test("is compressed as if it were one piece, give or take little", () => {
    const whole = gzipSync(pageOf("Ana")).length;
    expect(gzipPersonalPage(pageOf("Ana")).length).toBeLessThan(whole * 1.1);
  });
});

const app = new Hono();
app.get("/mine", (c) => htmlResponse(c, pageOf("Ana")));
app.get("/everybodys", (c) => htmlResponse(c, pageOf("all"), { still: true }));

async function ask(path: string, accepted: string | undefined) {
  const response = await app.request(path, {
    headers: accepted === undefined ? {} : { "Accept-Encoding": accepted },
  });
  const body = Buffer.from(await response.arrayBuffer());
  const encoding = response.headers.get("Content-Encoding");
  return { encoding, vary: response.headers.get("Vary"), body };
}

test("a page comes in an encoding that the browser accepts", async () => {
  const browser = "gzip, deflate, br, zstd";
  const mine = await ask("/mine", browser);
  expect(mine).toMatchObject({ encoding: "gzip", vary: "Accept-Encoding" });
  expect(gunzipSync(mine.body).toString()).toBe(pageOf("Ana"));
  for (const { encoding, body } of [
    await ask("/everybodys", browser),
    await ask("/everybodys", browser),
  ]) {
    expect(encoding).toBe("br");
    expect(brotliDecompressSync(body).toString()).toBe(pageOf("all"));
  }
  const old = await ask("/everybodys", "gzip");
  expect(old.encoding).toBe("gzip");
  expect(gunzipSync(old.body).toString()).toBe(pageOf("all"));
  for (const accepted of [undefined, "identity", "gzip;q=0, br;q=0"]) {
    const plain = await ask("/mine", accepted);
    expect(plain.encoding).toBeNull();
    expect(plain.body.toString()).toBe(pageOf("Ana"));
  }
});

describe("a page of a kind that the browser has kept one of", () => {
  const kept = pageDictionary("later.js", Buffer.from(`script();/*${pageOf("somebody")}*/`));
  const held = `:${kept.hash.toString("base64")}:`;
  app.get("/alike", (c) => htmlResponse(c, pageOf("Ana"), { dictionary: kept }));

  async function askAgain(accepted: string, dictionary: string | undefined) {
    const headers = new Headers({ "Accept-Encoding": accepted });
    if (dictionary !== undefined) headers.set("Available-Dictionary", dictionary);
    const response = await app.request("/alike", { headers });
    return {
      encoding: response.headers.get("Content-Encoding"),
      vary: response.headers.get("Vary"),
      body: Buffer.from(await response.arrayBuffer()),
    };
  }

  test("comes without what the two have in common", async () => {
    const { encoding, vary, body } = await askAgain("gzip, br, zstd, dcb, dcz", held);
    expect(encoding).toBe("dcz");
    expect(vary).toBe("Accept-Encoding, Available-Dictionary");
    expect(body.length).toBeLessThan(150);
    // The frame names the dictionary, and every unpacker skips it.
    expect(body.subarray(8, 40)).toEqual(kept.hash);
    const unpacked = zstdDecompressSync(body.subarray(40), { dictionary: kept.bytes });
    expect(unpacked.toString()).toBe(pageOf("Ana"));
  });

  test.each([
    ["has kept nothing", "gzip, br, zstd", undefined],
    ["has kept that of another build", "gzip, br, zstd, dcb, dcz", `:${"A".repeat(43)}=:`],
    ["cannot unpack by it", "gzip, br, zstd, dcb", held],
  ])("comes whole when the browser %s", async (_, accepted, dictionary) => {
    const { encoding, body } = await askAgain(accepted, dictionary);
    expect(encoding).toBe("gzip");
    expect(gunzipSync(body).toString()).toBe(pageOf("Ana"));
  });
});

test("an encoding with weight 0 is refused, any other is accepted", () => {
  expect([...acceptedEncodings("gzip;q=0.001, br;q=0.0")]).toEqual(["gzip"]);
  expect([...acceptedEncodings("GZIP , Br")]).toEqual(["br", "gzip"]);
  expect([...acceptedEncodings(undefined)]).toEqual([]);
});
