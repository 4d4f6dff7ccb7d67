import { createHash } from "node:crypto";
import { createRemoteJWKSet, errors, importPKCS8, type JWTPayload, jwtVerify, SignJWT } from "jose";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from "openid-client";
import { hourMs } from "#contract/values/durations.ts";
import { readEmail } from "#contract/values/email.ts";
import { AuthError } from "#server/access/auth-error.ts";
import type { SignInProvider } from "#server/config/sign-in-providers.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Logger } from "#server/system/log.ts";
import {
  callProvider,
  joinScopes,
  type Provider,
  type ProviderPerson,
  providerTimeoutSeconds,
  readName,
} from "./provider.ts";

type OpenIdSettings = Extract<SignInProvider, { kind: "openid" }>;

/** The algorithms with which a provider may sign id tokens. They exclude `none` and those with a shared secret. */
const signingAlgorithms = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"];

/** How old an id token that a client sends may be. The age is limited because the token could have been copied. */
const idTokenMinutes = 10;
const clockToleranceSeconds = 30;

/** A provider that uses OpenID Connect. Its configuration is read once an hour. */
export function createOpenIdProvider(
  settings: OpenIdSettings,
  { callbackUrl, clock, log }: { callbackUrl: string; clock: Clock; log: Logger },
): Provider {
  const { id, name, issuer } = settings;
  let known: { configuration: Promise<Configuration>; until: number } | undefined;
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  const discover = async (): Promise<Configuration> => {
    const now = clock.now().getTime();
    if (known && now < known.until) return known.configuration;
    const asked = { configuration: discoverProvider(settings, clock), until: now + hourMs };
    known = asked;
    keys = undefined;
    asked.configuration.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.configuration;
  };

  return {
    id,
    name,

    begin: ({ state, verifier, nonce }, { scopes, further }) =>
      callProvider(log, settings, async () => {
        const configuration = await discover();
        return buildAuthorizationUrl(configuration, {
          ...further,
          // Apple answers requests for a name or an address only by a posted form.
          ...(id === "apple" && { response_mode: "form_post" }),
          scope: joinScopes(defaultScopes(id), scopes),
          redirect_uri: callbackUrl,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        });
      }),

    finish: ({ state, verifier, nonce }, answer) =>
      callProvider(log, settings, async () => {
        const configuration = await discover();
        const returned = new URL(callbackUrl);
        for (const parameter of ["code", "state", "iss"]) {
          const value = answer.get(parameter);
          if (value !== undefined) returned.searchParams.set(parameter, value);
        }
        const tokens = await authorizationCodeGrant(configuration, returned, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new AuthError("bad_oauth_callback");
        const further =
          claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
            ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : {};
        const person = readPerson(settings, { ...further, ...claims });
        return {
          person: { ...person, full_name: person.full_name ?? postedName(answer.get("user")) },
          tokens: {
            provider_token: tokens.access_token,
            provider_refresh_token: tokens.refresh_token,
          },
        };
      }),

    readIdToken: (idToken, nonce) =>
      callProvider(log, settings, async () => {
        const { issuer: namedIssuer, jwks_uri: keysAddress } = (await discover()).serverMetadata();
        keys ??= createRemoteJWKSet(new URL(keysAddress ?? issuer), {
          timeoutDuration: providerTimeoutSeconds * 1000,
        });
        const { payload } = await jwtVerify(idToken, keys, {
          algorithms: signingAlgorithms,
          audience: settings.clientId,
          requiredClaims: ["sub", "iss", "exp"],
          maxTokenAge: idTokenMinutes * 60,
          clockTolerance: clockToleranceSeconds,
          currentDate: clock.now(),
        }).catch(refuseToken);
        if (!isIssuedBy(namedIssuer, payload)) throw badToken("Unacceptable issuer in id_token");
        if (Array.isArray(payload.aud) && payload.azp !== settings.clientId) {
          throw badToken("Unacceptable audience in id_token");
        }
        requireNonce(payload.nonce, nonce);
        return readPerson(settings, payload);
      }),
  };
}

function discoverProvider(settings: OpenIdSettings, clock: Clock): Promise<Configuration> {
  const address = new URL(settings.issuer);
  return discovery(address, settings.clientId, undefined, authenticateLate(settings, clock), {
    timeout: providerTimeoutSeconds,
    // The settings allow http only for a provider on this machine.
    execute: [
      enableNonRepudiationChecks,
      ...(address.protocol === "http:" ? [allowInsecureRequests] : []),
    ],
  });
}

/**
 * Authenticates this server by a method that the provider supports. Secrets for Apple are made when they are needed.
 */
function authenticateLate({ id, issuer, clientId, clientSecret }: OpenIdSettings, clock: Clock) {
  const authenticate: ClientAuth = async (server, client, body, headers) => {
    const secret =
      clientSecret.kind === "text"
        ? clientSecret.text
        : await makeAppleSecret({ ...clientSecret, clientId, issuer, now: clock.now() });
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const usesBasic = id === "custom:oidc" && methods.includes("client_secret_basic");
    const method = usesBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret);
    await method(server, client, body, headers);
  };
  return authenticate;
}

function defaultScopes(id: Provider["id"]): string[] {
  // Apple supports no other scopes, and its scope for a person's name is `name`.
  return id === "apple" ? ["openid", "name", "email"] : ["openid", "email", "profile"];
}

function readPerson({ id }: OpenIdSettings, claims: JWTPayload): ProviderPerson {
  const { sub, iss, email, name, preferred_username: userName } = claims;
  if (!sub || !iss) throw new AuthError("bad_oauth_callback");
  return {
    provider: id,
    subject: sub,
    // Google sometimes leaves out `https://`, which is added here.
    issuer: iss.includes("://") ? iss : `https://${iss}`,
    email: typeof email === "string" ? readEmail(email) : undefined,
    is_email_verified: isEmailVerified(id, claims),
    full_name: readName(name),
    user_name: readName(userName),
  };
}

/**
 * Whether the provider's claim proves that the person owns the address. A Microsoft directory may contain any address,
 * so only the claim about its domain's owner counts; Google knows the present owner only of addresses that it hosts.
 */
function isEmailVerified(id: Provider["id"], claims: JWTPayload): boolean {
  if (id === "google" && !isHostedByGoogle(claims)) return false;
  const claim = id === "azure" ? claims.xms_edov : claims.email_verified;
  return [true, "true", ...(id === "azure" ? [1, "1"] : [])].some((yes) => yes === claim);
}

function isHostedByGoogle({ email, hd }: JWTPayload): boolean {
  const address = typeof email === "string" ? readEmail(email) : undefined;
  const domain = address?.slice(address.lastIndexOf("@") + 1);
  if (domain === undefined) return false;
  return ["gmail.com", "googlemail.com"].includes(domain) || domain === hostedDomain(hd);
}

/** The hosted domain, spelled as in the addresses of accounts. */
function hostedDomain(hd: unknown): string | undefined {
  return typeof hd === "string" ? readEmail(`x@${hd}`)?.slice(2) : undefined;
}

/** Apple sends a person's name only once, as a field besides the token. */
function postedName(user: string | undefined): string | undefined {
  if (user === undefined) return undefined;
  try {
    const { name } = JSON.parse(user);
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === "string");
    return readName(parts.join(" "));
  } catch {
    return undefined;
  }
}

/**
 * Microsoft names one issuer for all its directories, with a placeholder for the directory's id; Google sometimes
 * leaves out `https://`.
 */
function isIssuedBy(named: string, { iss, tid }: JWTPayload): boolean {
  const expected = typeof tid === "string" ? named.replace("{tenantid}", tid) : named;
  const isGoogle = named === "https://accounts.google.com";
  return iss === expected || (isGoogle && iss === "accounts.google.com");
}

/** A token that was requested with a nonce contains the nonce's hash, and is valid only together with the nonce. */
function requireNonce(claim: unknown, nonce: string | undefined): void {
  const hash = nonce && createHash("sha256").update(nonce).digest("hex");
  if ((claim === undefined) !== (hash === undefined)) {
    throw badToken("Passed nonce and nonce in id_token should either both exist or not.");
  }
  if (claim !== hash) throw badToken("Nonces mismatch");
}

function refuseToken(error: unknown): never {
  const isOutage = error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError);
  if (isOutage) throw error;
  throw badToken("Bad ID token");
}

function badToken(message: string): AuthError {
  return new AuthError("bad_oauth_callback", { message });
}

/** A client secret in the form that Apple requires: a token that this server signs with its key, valid for an hour. */
export async function makeAppleSecret(about: {
  teamId: string;
  keyId: string;
  privateKey: string;
  clientId: string;
  issuer: string;
  now: Date;
}): Promise<string> {
  const key = await importPKCS8(about.privateKey, "ES256");
  return new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: about.keyId })
    .setIssuer(about.teamId)
    .setSubject(about.clientId)
    .setAudience(about.issuer)
    .setIssuedAt(about.now)
    .setExpirationTime(new Date(about.now.getTime() + hourMs))
    .sign(key);
}
