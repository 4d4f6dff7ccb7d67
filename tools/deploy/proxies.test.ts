import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../server/testing/free-port.ts";
import { findOrUnpack } from "../debian-packages.mjs";
import { startCaddy } from "./testing/caddy.ts";
import { startNginx } from "./testing/nginx.ts";

const programs = { caddy: findOrUnpack("caddy"), nginx: findOrUnpack("nginx") };
const token = "the-token-of-a-private-link";

async function startOwnCaddy(address: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "paraline-caddy-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const caddy = await startCaddy(programs.caddy ?? "", folder, await freePort(), [address]);
  onTestFinished(caddy.stop);
  return {
    url: caddy.url,
    async stop() {
      await caddy.stop();
      return caddy.log();
    },
  };
}

async function startOwnNginx(...addresses: string[]) {
  const nginx = await startNginx(programs.nginx ?? "", addresses);
  onTestFinished(async () => void (await nginx.stop()));
  return nginx;
}

/** Starts a stand-in for a process of the product. @returns its address */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each([
  ["caddy", startOwnCaddy],
  ["nginx", startOwnNginx],
] as const)("%s with the configuration of deploy/", (name, start) => {
  test.skipIf(programs[name] === undefined)(
    "tells the product where a request comes from, and logs no request, however it ends",
    async () => {
      const seen: IncomingMessage["headers"][] = [];
      const address = await listen((request, response) => {
        if (request.method === "POST") request.socket.destroy();
        else if (request.method === "PUT") {
          response.writeHead(200, { "Content-Length": "1000" });
          response.write("the beginning", () => request.socket.destroy());
        } else response.end();
        if (request.url !== "/readyz") seen.push(request.headers);
      });
      const proxy = await start(address);
      const ask = async (method: string) =>
        (
          await fetch(`${proxy.url}/invite?token=${token}`, {
            method,
            headers: { "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "gopher" },
          })
        ).status;
      expect(await ask("GET")).toBe(200);
      // If a response breaks off, current versions of Caddy log the request.
      const broken = await fetch(`${proxy.url}/invite?token=${token}`, { method: "PUT" });
      await expect(broken.text()).rejects.toThrow();
      // This comes last, because nothing is sent for some seconds to an address that has failed.
      expect(await ask("POST")).toBe(502);
      expect(seen).toHaveLength(3);
      for (const headers of [seen[0], seen[2]]) {
        expect(String(headers?.["x-forwarded-for"]).split(", ").at(-1)).toBe("127.0.0.1");
        expect(headers?.["x-forwarded-proto"]).toBe("http");
        expect(headers?.host).toMatch(/^127\.0\.0\.1/);
      }
      const log = await proxy.stop();
      expect(log).not.toContain(token);
      expect(log).not.toContain("POST");
      expect(log).not.toContain("incomplete response");
    },
  );
});

describe.skipIf(programs.nginx === undefined)("nginx with the configuration of deploy/", () => {
  test("asks another process for a file that the first one lacks, and for nothing else", async () => {
    const asked: (string | undefined)[] = [];
    const older = await listen((request, response) => {
      asked.push(request.url);
      response.writeHead(404).end();
    });
    const newer = await listen((_, response) => response.end());
    const { url } = await startOwnNginx(older, newer);
    const listStatuses = async (file: string) => {
      const statuses: number[] = [];
      for (let time = 0; time < 4; time += 1) statuses.push((await fetch(url + file)).status);
      return statuses;
    };
    expect(await listStatuses("/assets/of-the-newer.js")).toEqual([200, 200, 200, 200]);
    expect(asked).toContain("/assets/of-the-newer.js");
    expect(await listStatuses("/circles")).toContain(404);
  });

  test("leads from http to https", async () => {
    const { redirectingUrl } = await startOwnNginx("127.0.0.1:1");
    const { status, headers } = await fetch(`${redirectingUrl}/circles?a=b`, {
      redirect: "manual",
    });
    expect(status).toBe(301);
    expect(headers.get("Location")).toBe("https://127.0.0.1/circles?a=b");
  });
});
