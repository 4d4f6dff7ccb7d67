import { isIP } from "node:net";
import { addressKey } from "#server/http/limits.ts";

/** The network of an address: enough to recognise the owner's own, and no more. IPv4 by 24 bits, IPv6 by 48. */
export function networkOf(ip: string | null): string | null {
  if (ip === null) return null;
  const address = addressKey(ip.split("/")[0] ?? "");
  if (isIP(address) === 4) return address.replace(/\.\d+$/, ".*");
  return `${address.split(":").slice(0, 3).join(":")}:*`;
}
