import { z } from "zod";
import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { readForm } from "#server/http/read-form.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import type { AuthApi } from "../http/auth-api.ts";
import { readChallenge } from "../http/pkce.ts";
import { currentPasswordBody } from "../http/request-bodies.ts";
import {
  type AuthContext,
  json,
  readId,
  readOptionalInput,
  redirectTo,
  text,
  toAuthError,
} from "../http/wire.ts";
import { requireAllowedFrom, requireChangeAllowed } from "../limits.ts";
import { redirectTarget } from "../links/redirect-target.ts";
import { prepareSignIn, type SignInRequest, storeSignIn } from "./begin-sign-in.ts";
import { finishSignIn, withProviderError } from "./finish-sign-in.ts";
import { beginLinking, requireLinkingEnabled, unlinkIdentity } from "./link-identity.ts";
import { type Providers, requireProvider } from "./open-providers.ts";
import type { Provider } from "./provider.ts";

/** The routes that send people to a provider, receive them back, and connect and disconnect their accounts there. */
export function providerRoutes(api: AuthApi, deps: AuthDeps, providers: Providers): void {
  api.on("GET", "/authorize", async (c, caller) => {
    const provider = requireProvider(providers, c.req.query("provider"));
    const signInRequest = readSignInRequest(deps, c);
    const isRedirect = c.req.query("skip_http_redirect") !== "true";
    try {
      const url = await beginSignIn(deps, provider, signInRequest, caller);
      return isRedirect ? redirect(c, url) : json({ url: url.href });
    } catch (error) {
      if (!isRedirect) throw error;
      return redirect(
        c,
        withProviderError(signInRequest.redirect_to, toAuthError(error, c.var.log)),
      );
    }
  });

  for (const method of ["GET", "POST"]) {
    api.on(method, "/callback", async (c, caller) => {
      try {
        await requireAllowedFrom(deps.limiter, "auth_attempts", "callback", caller);
        const form = method === "POST" ? await readForm(c.req.raw) : new Map();
        const answer = new Map([...Object.entries(c.req.query()), ...form]);
        return redirect(c, await finishSignIn(deps, providers, { answer, caller }));
      } catch (error) {
        // People come here from the provider; a program that does not accept HTML gets the error as JSON.
        if (!/\btext\/html\b/.test(c.req.header("accept") ?? "")) throw error;
        const home = redirectTarget(deps.config, undefined);
        return redirect(c, withProviderError(home, toAuthError(error, c.var.log)));
      }
    });
  }

  // The client library uses GET. A POST can also contain the current password.
  for (const method of ["GET", "POST"]) {
    api.onSignedIn(method, "/user/identities/authorize", async (c, session, caller) => {
      requireLinkingEnabled(deps);
      const provider = requireProvider(providers, c.req.query("provider"));
      const { current_password } = await readChange(c);
      const signInRequest = readSignInRequest(deps, c);
      const url = await beginLinking(deps, {
        provider,
        session,
        signInRequest,
        current_password,
        caller,
      });
      return c.req.query("skip_http_redirect") === "true"
        ? json({ url: url.href })
        : redirect(c, url);
    });
  }
  api.onSignedIn("DELETE", "/user/identities/:id", (c, session, caller) =>
    unlink(deps, c, session, caller),
  );
}

async function unlink(
  deps: AuthDeps,
  c: AuthContext,
  session: AuthenticatedSession,
  caller: Caller,
): Promise<Response> {
  requireLinkingEnabled(deps);
  const identityId = readId(c);
  const { current_password } = await readChange(c);
  await requireChangeAllowed(deps.limiter, session);
  await unlinkIdentity(deps, { session, identity_id: identityId, current_password, caller });
  return json({});
}

function readChange(c: AuthContext): Promise<{ current_password: string | undefined }> {
  if (c.req.method === "GET") return Promise.resolve({ current_password: undefined });
  return readOptionalInput(c, currentPasswordBody);
}

async function beginSignIn(
  deps: AuthDeps,
  provider: Provider,
  signInRequest: SignInRequest,
  caller: Caller,
): Promise<URL> {
  await requireAllowedFrom(deps.limiter, "auth_attempts", "provider", caller);
  const { request, url } = await prepareSignIn(provider, signInRequest);
  await storeSignIn(deps.db, deps, { provider, request, signInRequest });
  return url;
}

/** The parameters that only this server sets, or that are addressed to it. All others are passed on to the provider. */
const reserved: ReadonlySet<string> = new Set([
  "provider",
  "redirect_to",
  "scopes",
  "skip_http_redirect",
  "apikey",
  "client_id",
  "client_secret",
  "redirect_uri",
  "response_type",
  "response_mode",
  "scope",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "request",
  "request_uri",
  "id_token_hint",
  "claims",
]);
const maxFurther = 20;
const furtherCharacters = 512;

const signInQuery = z.object({
  scopes: text("scopes", furtherCharacters),
  code_challenge: text("code_challenge", 128),
  code_challenge_method: text("code_challenge_method", 16),
});

/** @throws AuthError validation_failed */
function readSignInRequest({ config }: Pick<AuthDeps, "config">, c: AuthContext): SignInRequest {
  const query = c.req.query();
  const parsed = signInQuery.safeParse(query);
  if (!parsed.success) {
    throw new AuthError("validation_failed", { message: parsed.error.issues[0]?.message });
  }
  const { scopes, ...challenge } = parsed.data;
  const further = Object.entries(query).filter(([name]) => !reserved.has(name));
  const isTooMuch =
    further.length > maxFurther ||
    further.some(([name, value]) => name.length + value.length > furtherCharacters);
  if (isTooMuch) throw new AuthError("validation_failed", { message: "Too many parameters." });
  return {
    redirect_to: redirectTarget(config, query.redirect_to),
    challenge: readChallenge(challenge),
    scopes,
    further: Object.fromEntries(further),
  };
}

/** A posted form is answered with 303, so that the browser gets the next page by GET. */
function redirect(c: AuthContext, location: URL): Response {
  return redirectTo(location, c.req.method === "POST" ? 303 : 302);
}
