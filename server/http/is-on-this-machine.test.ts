import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#server/app.ts";
import { useTestApp } from "#server/testing/app.ts";
import { listen } from "#server/testing/listen.ts";
import { listenerFor } from "./listener.ts";
import { loadWebBuild } from "./pages/web-build.ts";

const app = useTestApp();

let server: Server;
let port: number;
beforeAll(async () => {
  const served = await createApp(app.deps, await loadWebBuild("dist"));
  server = createServer(listenerFor(served));
  ({ port } = await listen(server));
});
afterAll(() => {
  server.close();
});

/**
 * Sends a raw request and returns the status. `target` is that of the request line, which may be an absolute address.
 */
function ask(target: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = httpRequest(
      { host: "127.0.0.1", port, path: target, headers: { Host: `localhost:${port}`, ...headers } },
      (answer: IncomingMessage) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    asking.on("error", reject).end();
  });
}

describe.each(["/outbox", "/outbox?format=json", "/metrics"])("%s", (path) => {
  it.each(["localhost", "LOCALHOST", "127.0.0.1", "127.8.8.8", "[::1]"])(
    "can be opened on this machine by its name %s",
    async (name) => {
      expect(await ask(path, { Host: `${name}:${port}` })).toBe(200);
      expect(await ask(`http://${name}:${port}${path}`, { Host: `${name}:${port}` })).toBe(200);
    },
  );

  it.each([
    "evil.example",
    "localhost.evil.example",
    "evil.localhost",
    "127.0.0.1.evil.example",
    "192.168.1.7",
    "0.0.0.0",
    "paraline.example",
  ])("cannot be opened by another name, %s, in the header or in the address", async (name) => {
    expect(await ask(path, { Host: `${name}:${port}` })).toBe(404);
    expect(await ask(path, { Host: name })).toBe(404);
    expect(await ask(`http://localhost:${port}${path}`, { Host: `${name}:${port}` })).toBe(404);
    expect(await ask(`http://${name}:${port}${path}`)).toBe(404);
  });

  it.each([
    "Via",
    "Forwarded",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Forwarded-Port",
    "x-forwarded-anything",
    "X-Real-IP",
    "CF-Connecting-IP",
    "CF-Ray",
    "cf-visitor",
  ])("cannot be opened through a proxy that adds %s", async (name) => {
    expect(await ask(path, { [name]: "127.0.0.1" })).toBe(404);
    expect(await ask(path, { [name]: "" })).toBe(404);
  });
});

it("a single email and its frame follow the same rule", async () => {
  await app.deps.outbox?.send({
    id: "0f2a8c50-3df1-4c61-a0a3-6d0ac0a4c001",
    kind: "invitation",
    from: "a@b.example",
    to: "ana@paraline.example",
    subject: "s",
    html: "<html><head></head><body></body></html>",
    text: "t",
    headers: {},
    message_id: "<1@localhost>",
    created_at: app.clock.now(),
  });
  for (const path of [
    "/outbox/0f2a8c50-3df1-4c61-a0a3-6d0ac0a4c001",
    "/outbox/0f2a8c50-3df1-4c61-a0a3-6d0ac0a4c001/html",
  ]) {
    expect(await ask(path)).toBe(200);
    expect(await ask(path, { Via: "1.1 proxy" })).toBe(404);
    expect(await ask(path, { Host: "evil.example" })).toBe(404);
  }
});
