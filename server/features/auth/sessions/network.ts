import { isIP } from "node:net";
import { addressKey } from "#server/http/rate-limits.ts";

/** The network of an address: 24 bits of IPv4 or 48 of IPv6, which is just enough to recognise the owner's networks. */
export function networkOf(ip: string | null): string | null {
  if (ip === null) return null;
  const address = addressKey(ip.split("/")[0] ?? "");
  if (isIP(address) === 4) return address.replace(/\.\d+$/, ".*");
  return `${address.split(":").slice(0, 3).join(":")}:*`;
}
