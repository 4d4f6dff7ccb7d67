import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import Provider from "oidc-provider";
import { freePortFrom } from "./product.ts";

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

/**
 * A real OpenID provider with its own pages, where anyone can sign in with any address and password. It reports the
 * address as one that it has verified.
 */
export async function startOpenIdProvider(firstPort: number) {
  const port = await freePortFrom(firstPort);
  const issuer = `http://127.0.0.1:${port}`;
  const [clientId, clientSecret] = ["paraline", randomUUID()];
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] },
    cookies: { keys: [randomUUID()] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ["http://localhost/auth/v1/callback"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, email: subject, email_verified: true, name: "Maya Silva" }),
    }),
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
  });
  // The product chooses its port after this has started.
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    /^http:\/\/localhost:\d+\/auth\/v1\/callback$/.test(uri);
  const server = createServer(provider.callback());
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    issuer,
    clientId,
    clientSecret,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
