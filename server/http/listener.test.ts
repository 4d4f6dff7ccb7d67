import { expect, it, onTestFinished } from "vitest";
import { createHttpServer } from "./listener.ts";

/** That Node cuts a caller off after these is Node's own; it looks twice a minute, too rarely for a test to wait. */
it("a caller has 20 seconds for the headers, and 3 minutes for a whole request", () => {
  const { headersTimeout, requestTimeout } = createHttpServer(() => {});
  expect({ headersTimeout, requestTimeout }).toEqual({
    headersTimeout: 20_000,
    requestTimeout: 180_000,
  });
});

it("60 KB of headers are taken: an access token carries up to 16 KB of its person's own data", async () => {
  const server = createHttpServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It listens on a port.");
  const { status } = await fetch(`http://127.0.0.1:${address.port}/`, {
    headers: { Authorization: `Bearer ${"x".repeat(60 * 1024)}` },
  });
  expect(status).toBe(200);
});
