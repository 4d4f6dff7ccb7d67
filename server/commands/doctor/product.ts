import { z } from "zod";
import type { Config } from "#server/config/config.ts";
import { type Check, failed, passed } from "#server/system/check.ts";

const readinessSchema = z.object({
  checks: z.record(z.string(), z.string()),
  payments: z.string().optional(),
});

/** Whether the product, if it runs on this machine, is ready. */
export function product({ host, port }: Pick<Config, "host" | "port">): Check {
  return {
    name: "product",
    run: async (signal) => {
      const address = `http://${reachable(host)}:${port}`;
      const response = await fetch(`${address}/readyz`, { signal, redirect: "error" }).catch(
        () => undefined,
      );
      if (response === undefined) return passed(`not running here: nothing answers at ${address}`);
      const readiness = readinessSchema.safeParse(await response.json().catch(() => undefined));
      if (!readiness.success) {
        return failed(
          `Another program answers at ${address}: stop it, or set PORT to another number.`,
        );
      }
      const notReady = Object.entries(readiness.data.checks).filter(([, state]) => state !== "ok");
      return notReady.length === 0 && response.ok
        ? passed(`running and ready at ${address}`)
        : failed(
            `It runs at ${address}, but is not ready: ${notReady.map(([name, state]) => `${name} ${state}`).join(", ")}. Its log says why.`,
          );
    },
  };
}

/** The host at which this machine reaches the server, even if the server listens on all addresses. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host.replace(/^\[|\]$/g, "")}]` : host;
}
