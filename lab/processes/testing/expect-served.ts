import { expect } from "vitest";
import { limits } from "#contract/limits.ts";

/**
 * Checks that a proxy serves what a process behind it does: a page and its files, and the largest pictures and texts;
 * and that it does not serve what only the machine itself may see.
 * @param forbidFiles called between what a proxy may write into a file and what it may not
 */
export async function expectServed(
  proxyUrl: string,
  processUrl: string,
  accessToken: string,
  forbidFiles: () => Promise<void> = async () => {},
): Promise<void> {
  /** Sends something that the product, and nothing in front of it, refuses. @returns the product's error code */
  async function send(
    method: string,
    path: string,
    type: string,
    body: string | Uint8Array<ArrayBuffer>,
  ) {
    const headers = { Authorization: `Bearer ${accessToken}`, "Content-Type": type };
    const response = await fetch(proxyUrl + path, { method, headers, body });
    return response.json();
  }
  const picture = new Uint8Array(limits.coverBytes);
  expect(await send("PUT", "/api/covers/1700000000000.png", "image/png", picture)).toMatchObject({
    code: "cover_not_an_image",
  });
  await forbidFiles();
  const text = JSON.stringify({ title: "a".repeat(limits.requestBytes - 20) });
  expect(await send("POST", "/api/circles", "application/json", text)).toMatchObject({
    code: "validation_failed",
  });

  const page = await (await fetch(`${proxyUrl}/auth`)).text();
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const [through, directly] = await Promise.all(
      [proxyUrl, processUrl].map((origin) => fetch(`${origin}${file}`)),
    );
    expect(through?.headers.get("Cache-Control")).toContain("immutable");
    expect(await through?.bytes()).toEqual(await directly?.bytes());
  }
  expect((await fetch(`${processUrl}/metrics`)).status).toBe(200);
  expect((await fetch(`${proxyUrl}/metrics`)).status).toBe(404);
}
