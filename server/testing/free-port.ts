import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port that nothing listens on. It is below the range that systems use for outgoing connections, one of which
 * could otherwise take it first.
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
