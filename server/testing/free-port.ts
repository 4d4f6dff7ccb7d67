import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port that nothing listens on. It is below those that systems give to outgoing connections, of which one could
 * take it before whoever asked listens there.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
