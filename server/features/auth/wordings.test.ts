import { expect, it } from "vitest";
import { AuthError } from "#server/access/auth-error.ts";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { createTestCaller } from "#server/testing/auth/auth-callers.ts";

const auth = useTestAuth();

// These are the texts of supabase/auth, with which other clients compare.
it.each([
  ["no_authorization", 401, "This endpoint requires a valid Bearer token"],
  ["saml_provider_disabled", 404, "SAML 2.0 is disabled"],
  ["web3_provider_disabled", 422, "Web3 provider is disabled"],
  ["anonymous_provider_disabled", 422, "Anonymous sign-ins are disabled"],
  ["email_provider_disabled", 422, "Email logins are disabled"],
  ["phone_provider_disabled", 422, "Phone logins are disabled"],
  ["single_identity_not_deletable", 422, "User must have at least 1 identity after unlinking"],
  ["manual_linking_disabled", 404, "Manual linking is disabled"],
  ["signup_disabled", 422, "Signups not allowed for this instance"],
  ["identity_not_found", 422, "Identity doesn't exist"],
  ["mfa_factor_not_found", 404, "Factor not found"],
  ["flow_state_not_found", 404, "invalid flow state, no valid flow state found"],
  ["bad_code_verifier", 400, "code challenge does not match previously saved code verifier"],
  ["session_not_found", 403, "Session from session_id claim in JWT does not exist"],
  ["user_banned", 403, "User is banned"],
] as const)("%s is worded as upstream words it", (code, status, message) => {
  expect(new AuthError(code)).toMatchObject({ status, message });
});

it("a malformed token, an expired one and one without ids get different errors", async () => {
  const caller = await createTestCaller(auth.deps);
  const past = Math.floor(auth.clock.now().getTime() / 1000) - 1;
  const malformed = "invalid JWT: unable to parse or verify signature";
  for (const [token, message] of [
    ["a.b.c", malformed],
    [await caller.sign({ exp: past }), `${malformed}, token has invalid claims: token is expired`],
    [await caller.sign({ sub: "x" }), "invalid claim: sub claim must be a UUID"],
    [await caller.sign({ session_id: "x" }), "invalid claim: session_id claim must be a UUID"],
  ] as const) {
    const { status, body } = await auth.send("GET", "/user", undefined, token);
    expect([status, body.code, body.message]).toEqual([403, "bad_jwt", message]);
  }
});

it("PKCE's parameters are refused one by one", async () => {
  const ask = async (fields: object) => {
    const body = { email: "somebody@paraline.example", ...fields };
    return (await auth.send("POST", "/recover", body)).body.message;
  };
  expect(await ask({ code_challenge: "x".repeat(50) })).toBe(
    "PKCE flow requires code_challenge_method and code_challenge",
  );
  expect(await ask({ code_challenge: "x", code_challenge_method: "s256" })).toBe(
    "code challenge has to be between 43 and 128 characters",
  );
  expect(await ask({ code_challenge: "ä".repeat(50), code_challenge_method: "s256" })).toBe(
    "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes.",
  );
});
