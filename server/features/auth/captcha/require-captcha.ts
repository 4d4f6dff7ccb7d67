import { z } from "zod";
import { AuthError } from "#server/access/auth-error.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { requireAllowedFrom } from "../limits.ts";

const answersWithinMs = 5000;
const tokenCharacters = 8192;

/** The part of a call that carries the widget's token. An invalid value counts as no token. */
export const captchaField = z
  .object({ captcha_token: z.string().min(1).max(tokenCharacters) })
  .optional()
  .catch(undefined)
  .transform((value) => value?.captcha_token);

const verdictSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  "error-codes": z.array(z.string()).optional(),
});

/** Errors that are caused by the provider or by our settings, not by the person. */
const ourErrorCodes = new Set([
  "missing-input-secret",
  "invalid-input-secret",
  "sitekey-secret-mismatch",
  "bad-request",
  "internal-error",
]);

/**
 * Asks the captcha's provider about the token. If it does not answer, the call is refused, so that nobody gets in by
 * making it unreachable. Not to be called inside a transaction.
 */
export async function requireCaptcha(
  { config, limiter, log }: Pick<AuthDeps, "config" | "limiter" | "log">,
  { gotrue_meta_security: token }: { gotrue_meta_security: string | undefined },
  caller: Caller,
): Promise<void> {
  const { authCaptcha: captcha, publicUrl } = config;
  if (captcha === undefined) return;
  if (token === undefined) throw captchaFailed(["no captcha_token found"]);
  await requireAllowedFrom(limiter, "auth_calls", "captcha", caller);
  const form = new URLSearchParams({ secret: captcha.secret, response: token });
  if (caller.ip !== null) form.set("remoteip", caller.ip);

  const verdict = await askProvider(captcha.verifyUrl, form).catch((cause: unknown) => {
    log.error({ err: cause, provider: captcha.provider }, "the captcha provider does not answer");
    throw unavailable(cause);
  });
  const codes = (verdict["error-codes"] ?? []).filter((code) => /^[a-z-]{1,60}$/.test(code));
  if (!verdict.success) {
    const fault = codes.find((code) => ourErrorCodes.has(code));
    if (fault === undefined) throw captchaFailed(codes);
    log.error({ provider: captcha.provider, code: fault }, "the captcha cannot be checked");
    throw unavailable();
  }
  // A token from another site's widget is not accepted.
  if (verdict.hostname !== new URL(publicUrl).hostname) throw captchaFailed(["hostname-mismatch"]);
}

async function askProvider(address: string, form: URLSearchParams) {
  const answer = await fetch(address, {
    method: "POST",
    body: form,
    redirect: "error",
    signal: AbortSignal.timeout(answersWithinMs),
  });
  return verdictSchema.parse(await answer.json());
}

function captchaFailed(codes: readonly string[]): AuthError {
  return new AuthError("captcha_failed", {
    message: `captcha protection: request disallowed (${codes.join(", ")})`,
  });
}

function unavailable(cause?: unknown): AuthError {
  return new AuthError("service_unavailable", { cause, retry_after_seconds: 5 });
}
