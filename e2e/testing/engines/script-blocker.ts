import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of the product that passes on, delays or drops the page's scripts. */
export interface ScriptBlocker {
  url: string;
  scripts: "come" | "wait" | "fail";
  /** Passes on the waiting scripts. */
  release(): void;
  close(): Promise<void>;
}

/** @param target the address of the product */
export async function startScriptBlocker(target: string): Promise<ScriptBlocker> {
  let waiting: (() => void)[] = [];
  const server = createServer((incoming, answer) => {
    const pass = () => {
      const { host: _, ...headers } = incoming.headers;
      const outgoing = request(
        new URL(incoming.url ?? "/", target),
        { method: incoming.method ?? "GET", headers },
        (response) => {
          answer.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(answer);
        },
      );
      outgoing.on("error", () => answer.destroy());
      incoming.pipe(outgoing);
    };
    const isScript = incoming.url?.endsWith(".js");
    if (isScript && blocker.scripts === "fail") answer.writeHead(503).end();
    else if (isScript && blocker.scripts === "wait") waiting.push(pass);
    else pass();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const blocker: ScriptBlocker = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    scripts: "come",
    release() {
      blocker.scripts = "come";
      for (const pass of waiting) pass();
      waiting = [];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return blocker;
}
