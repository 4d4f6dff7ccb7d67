import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/** Never the leftmost entry of X-Forwarded-For as such, which anyone may write. */
export function clientAddress(c: Context, trustProxy: number): string {
  if (trustProxy > 0) {
    const entries = (c.req.header("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim());
    const entry = entries.at(-trustProxy);
    if (entry) return entry;
  }
  return socketAddress(c) ?? "unknown";
}

/** An address without the brackets, the port and the zone that a proxy or the socket may add. */
export function bareAddress(address: string): string {
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
  return bare.split("%")[0] ?? "";
}

/** The address of the socket itself; none in tests, which have no socket. */
export function socketAddress(c: Context): string | undefined {
  try {
    return getConnInfo(c).remote.address;
  } catch {
    return undefined;
  }
}
