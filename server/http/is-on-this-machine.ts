import type { Context } from "hono";
import { isLoopback } from "#server/config/loopback.ts";
import { socketAddress } from "./client-address.ts";

const proxyHeaders = /^(?:via|forwarded|x-forwarded-.*|x-real-ip|cf-.*)$/;

/**
 * A proxy on this machine forwards other people's requests, and a page of another site whose name resolves to this
 * machine sends requests here. Grant access by this only if the product is served on loopback alone.
 */
export function isOnThisMachine(c: Context): boolean {
  for (const name of c.req.raw.headers.keys()) if (proxyHeaders.test(name)) return false;
  // The request line may contain the whole address, and then the header says nothing about it.
  const host = c.req.header("host");
  if (host !== undefined && !isOwnName(host)) return false;
  const socket = socketAddress(c)?.replace(/^::ffff:/i, "") ?? "127.0.0.1";
  return isLoopback(new URL(c.req.url).hostname) && isLoopback(socket);
}

function isOwnName(host: string): boolean {
  const [, name] = /^(\[[\da-f:]+\]|[\w.-]+)(?::\d+)?$/i.exec(host) ?? [];
  return name !== undefined && isLoopback(name);
}
