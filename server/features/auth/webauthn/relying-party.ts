import { isIP } from "node:net";

/** Who asks an authenticator: credentials are bound to this domain, and their answers to this origin. */
export interface RelyingParty {
  id: string;
  origin: string;
  name: string;
}

/**
 * This server, as authenticators know it; undefined where browsers offer no WebAuthn: it needs https or localhost, and
 * a name, since an IP address cannot own a credential.
 */
export function findRelyingParty({ publicUrl }: { publicUrl: string }): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isName = isIP(hostname) === 0 && !hostname.startsWith("[");
  if (!isName || (protocol !== "https:" && !isLocal)) return undefined;
  return { id: hostname, origin, name: "Paraline" };
}
