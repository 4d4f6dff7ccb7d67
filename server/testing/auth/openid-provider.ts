import { createHash, generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import Provider from "oidc-provider";
import { afterAll, beforeAll, vi } from "vitest";
import { freePort } from "../free-port.ts";
import { closeServer, listen } from "../listen.ts";

/** What a provider says about one of its people. */
export interface ProvidedClaims {
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  /** The domain that the provider hosts, as Google names it. */
  hd?: string;
}

/** How the browser is sent back: with an address, or a form that is posted. */
export interface ProviderRedirect {
  to: URL;
  form: URLSearchParams | undefined;
}

export type TestOpenIdProvider = ReturnType<typeof useOpenIdProvider>;

/** A real OpenID provider, for the tests of a file. */
export function useOpenIdProvider(callbackUrl: string) {
  const people = new Map<string, ProvidedClaims>();
  const clientId = "paraline-at-the-provider";
  const clientSecret = randomBytes(24).toString("hex");
  let issuer = "";
  let port = 0;
  let server: Server | undefined;
  let provider: Provider;
  let discoveries = 0;

  const start = async () => {
    const answer = provider.callback();
    server = createServer((request, response) => {
      if (request.url?.includes("/.well-known/")) discoveries += 1;
      answer(request, response);
    });
    await listen(server, port);
  };
  const stop = async () => {
    await closeServer(server);
    server = undefined;
  };

  beforeAll(async () => {
    port = await freePort();
    issuer = `http://127.0.0.1:${port}`;
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    // It warns about its development features, which are wanted here.
    const quiet = vi.spyOn(console, "warn").mockImplementation(() => {});
    provider = new Provider(issuer, {
      jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] },
      cookies: { keys: [randomUUID()] },
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [callbackUrl],
          grant_types: ["authorization_code", "refresh_token"],
          token_endpoint_auth_method: "client_secret_post",
        },
      ],
      clientAuthMethods: ["client_secret_post"],
      claims: { openid: ["sub"], email: ["email", "email_verified", "hd"], profile: ["name"] },
      // Most providers do this. Paraline requests what the token lacks.
      conformIdTokenClaims: false,
      findAccount: (_context, subject) => ({
        accountId: subject,
        claims: () => ({ sub: subject, ...people.get(subject) }),
      }),
      ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    });
    quiet.mockRestore();
    await start();
  });
  afterAll(stop);

  /**
   * Follows the provider's own pages until it sends the browser back.
   * @param url the address to which this server has sent them
   * @param subject who signs in and consents, in a separate browser; undefined if the person cancels
   */
  async function browse(url: string, subject: string | undefined): Promise<ProviderRedirect> {
    const cookies = new Map<string, string>();
    let at = new URL(url);
    let init: RequestInit = {};
    for (let steps = 0; steps < 20; steps++) {
      const response = await fetch(at, {
        ...init,
        redirect: "manual",
        headers: { Cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [name = "", value = ""] = cookie.split(";")[0]?.split("=") ?? [];
        cookies.set(name, value);
      }
      init = {};
      const location = response.headers.get("location");
      if (location !== null) {
        at = new URL(location, at);
        if (at.href.startsWith(callbackUrl)) return { to: at, form: undefined };
        continue;
      }
      const page = await response.text();
      const action = /<form[^>]* action="([^"]*)"/.exec(page)?.[1];
      if (action === undefined) throw new Error(`The provider answers: ${page.slice(0, 400)}`);
      const fields = new URLSearchParams(
        [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
          ([, name = "", value = ""]): [string, string] => [name, value],
        ),
      );
      if (action.startsWith(callbackUrl)) return { to: new URL(callbackUrl), form: fields };
      if (subject === undefined) {
        at = new URL(/href="([^"]*abort)"/.exec(page)?.[1] ?? "", at);
        continue;
      }
      if (fields.get("prompt") === "login") {
        fields.set("login", subject);
        fields.set("password", "any");
      }
      at = new URL(action, at);
      init = { method: "POST", body: fields };
    }
    throw new Error("The provider leads nowhere.");
  }

  return {
    get issuer() {
      return issuer;
    },
    clientId,
    clientSecret,
    /** Adds somebody, or changes what is said about them. @returns their subject, with which they sign in there */
    know(claims: ProvidedClaims, subject: string = randomUUID()) {
      people.set(subject, claims);
      return subject;
    },
    signIn: browse,
    cancel: (url: string) => browse(url, undefined),
    /** An id token as another app gets it. */
    async createIdToken(subject: string, nonce?: string) {
      const verifier = randomBytes(32).toString("base64url");
      const url = new URL(`${issuer}/auth`);
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: callbackUrl,
        response_type: "code",
        scope: "openid email profile",
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        ...(nonce !== undefined && { nonce }),
      }).toString();
      const { to } = await browse(url.href, subject);
      const answer = await fetch(`${issuer}/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          code: to.searchParams.get("code") ?? "",
          redirect_uri: callbackUrl,
          code_verifier: verifier,
          client_id: clientId,
          client_secret: clientSecret,
        }),
      });
      return ((await answer.json()) as { id_token: string }).id_token;
    },
    /** Sets whether it is down. While it is, nothing answers at its address. */
    setDown: (isDown: boolean) => (isDown ? stop() : start()),
    /** How often its configuration was requested. */
    get discoveries() {
      return discoveries;
    },
  };
}
