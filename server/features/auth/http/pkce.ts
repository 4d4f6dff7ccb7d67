import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { AuthError } from "#server/access/auth-error.ts";
import { isSameDigest } from "#server/system/secrets.ts";
import { text } from "./wire.ts";

/** The fields that a call with PKCE adds to its body (RFC 7636). */
export const challengeFields = {
  code_challenge: text("code_challenge", 128),
  code_challenge_method: text("code_challenge_method", 16),
};

const challengeSchema = z.object(challengeFields);

export type CodeChallenge = { challenge: string; method: "s256" | "plain" };

/**
 * The challenge of a call, if it has one.
 * @throws AuthError validation_failed for a challenge without its method, the reverse, or a malformed one
 */
export function readChallenge({
  code_challenge,
  code_challenge_method,
}: z.output<typeof challengeSchema>): CodeChallenge | undefined {
  if (!code_challenge && !code_challenge_method) return undefined;
  const method = code_challenge_method?.toLowerCase();
  if (!code_challenge || (method !== "s256" && method !== "plain")) {
    throw new AuthError("validation_failed", {
      message: "PKCE flow requires code_challenge_method and code_challenge",
    });
  }
  if (code_challenge.length < 43 || code_challenge.length > 128) {
    throw new AuthError("validation_failed", {
      message: "code challenge has to be between 43 and 128 characters",
    });
  }
  if (!/^[A-Za-z0-9\-._~]+$/.test(code_challenge)) {
    throw new AuthError("validation_failed", {
      message:
        "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes.",
    });
  }
  return { challenge: code_challenge, method };
}

export function matchesChallenge({ challenge, method }: CodeChallenge, verifier: string): boolean {
  const derived =
    method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  return isSameDigest(calculateDigest(derived), calculateDigest(challenge));
}

/** How long an auth code may wait to be exchanged, from the moment the link was followed. */
export const authCodeMinutes = 5;

export function createAuthCode(): string {
  return randomBytes(32).toString("base64url");
}

/** The hash that is stored for an auth code. */
export function authCodeHash(code: string): Buffer {
  return calculateDigest(`auth code ${code}`);
}

function calculateDigest(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}
