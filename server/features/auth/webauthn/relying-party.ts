import { isIP } from "node:net";

/** The server that asks an authenticator. Credentials are bound to its domain, and their answers to its origin. */
export interface RelyingParty {
  id: string;
  origin: string;
  name: string;
}

/**
 * This server, as authenticators know it; undefined if browsers offer no WebAuthn for its address. They need https or
 * localhost, and a name, because a credential cannot be bound to an IP address.
 */
export function findRelyingParty({ publicUrl }: { publicUrl: string }): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isName = isIP(hostname) === 0 && !hostname.startsWith("[");
  if (!isName || (protocol !== "https:" && !isLocal)) return undefined;
  return { id: hostname, origin, name: "Paraline" };
}
