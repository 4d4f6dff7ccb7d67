import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { minuteMs } from "#contract/values/durations.ts";
import type { SignInServer } from "#server/config/sign-in-server.ts";
import type { AssuranceLevel } from "#server/db/auth-tables.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Logger } from "#server/system/log.ts";
import { AuthError } from "../auth-error.ts";
import { refusedToken } from "../refused-token.ts";
import { fetchSmall } from "./fetch-small.ts";
import { signInServerUnavailable } from "./unavailable.ts";

/** Shared secrets and unsigned tokens are not accepted: anyone who can verify such a token could also make one. */
const algorithms = ["ES256", "RS256", "EdDSA"];
const clockToleranceSeconds = 10;
/** The least time between two fetches of the keys, because an attacker can name any number of unknown keys. */
const cooldownMs = 30_000;
/** How long a key may still be accepted after the sign-in server has withdrawn it. */
const keysKeptMs = 10 * minuteMs;
const timeoutMs = 5_000;

/** What a verified access token of the sign-in server says. */
export interface ExternalClaims {
  user_id: string;
  session_id: string;
  aal: AssuranceLevel;
  /** When the session got this token. */
  refreshed_at: Date;
  /** When the person signed in; undefined where the token does not say. */
  signed_in_at: Date | undefined;
  /** When the token stops being valid, allowing for clocks that differ. */
  expires_at: Date;
}

/**
 * Verifies access tokens of the sign-in server with its published keys.
 * @returns a function that throws AuthError bad_jwt, or service_unavailable while the keys cannot be read
 */
export function createTokenVerifier(
  { jwksUrl, issuer, audience }: SignInServer,
  { clock, log }: { clock: Clock; log: Logger },
): (accessToken: string) => Promise<ExternalClaims> {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    cooldownDuration: cooldownMs,
    cacheMaxAge: keysKeptMs,
    timeoutDuration: timeoutMs,
    async [customFetch](url, options) {
      const { status, text } = await fetchSmall(url, options);
      return new Response(text, { status });
    },
  });
  return async (accessToken) => {
    const now = clock.now();
    const { payload } = await jwtVerify(accessToken, keys, {
      algorithms,
      issuer,
      audience,
      requiredClaims: ["sub", "session_id", "iat", "exp"],
      clockTolerance: clockToleranceSeconds,
      currentDate: now,
    }).catch((error: unknown) => {
      if (isTokenError(error)) throw refusedToken(error);
      log.error({ err: error, url: jwksUrl }, "the keys of the sign-in server cannot be read");
      throw signInServerUnavailable(error);
    });
    return readClaims(payload, now);
  };
}

const tokenErrors = [
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSMultipleMatchingKeys,
  errors.JWKSNoMatchingKey,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
];

/** Whether the token itself caused an error. Any other error comes from the key set or the network. */
function isTokenError(error: unknown): boolean {
  return tokenErrors.some((fault) => error instanceof fault);
}

const claimsSchema = z.object({
  sub: z.string().refine(isUuid).toLowerCase(),
  session_id: z.string().refine(isUuid).toLowerCase(),
  iat: z.number(),
  exp: z.number(),
  role: z.literal("authenticated"),
  aal: z.string().optional(),
  amr: z.array(z.unknown()).optional(),
  /** An anonymous person has no address. */
  is_anonymous: z.literal(false).optional(),
  /** The token of an app that was connected there does not sign anybody in. */
  client_id: z.literal("").optional(),
});

const methodSchema = z.object({ timestamp: z.number() });

function readClaims(payload: JWTPayload, now: Date): ExternalClaims {
  const parsed = claimsSchema.safeParse(payload);
  if (!parsed.success) throw new AuthError("bad_jwt", { cause: parsed.error });
  const { sub, session_id, aal, iat, exp, amr = [] } = parsed.data;
  const issuedAt = new Date(iat * 1000);
  // With a time in the future, later tokens would be ignored.
  if (!(issuedAt.getTime() <= now.getTime() + clockToleranceSeconds * 1000)) {
    throw new AuthError("bad_jwt");
  }
  const times = amr.flatMap((method) => methodSchema.safeParse(method).data?.timestamp ?? []);
  return {
    user_id: sub,
    session_id,
    aal: aal === "aal2" ? "aal2" : "aal1",
    refreshed_at: issuedAt,
    // The oldest time counts: what was typed later in the session, even a second step, is not a sign-in.
    signed_in_at: times.length === 0 ? undefined : new Date(Math.min(iat, ...times) * 1000),
    expires_at: new Date((exp + clockToleranceSeconds) * 1000),
  };
}
