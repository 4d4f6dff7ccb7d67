import type { AMREntry, AuthError, GoTrueClient } from "@supabase/auth-js";
import { linkParameters } from "#contract/auth/link-parameters.ts";

/**
 * `awaits_other_address`: the other address also has to confirm. `other_account`: someone else stays signed in here.
 * Never uses text from the address: anyone can write that.
 */
export type LinkOutcome =
  | "expired"
  | "other_browser"
  | "other_account"
  | "refused"
  | "awaits_other_address"
  | "new_password"
  | ProviderFailure;

export type ProviderFailure =
  | "provider_cancelled"
  | "provider_down"
  | "provider_failed"
  | "provider_unverified"
  | "provider_connected_already"
  | "provider_suspended"
  | "provider_no_new_accounts";

type LinkParameter = (typeof linkParameters)[number];
type EmailedLink = ReadonlyMap<LinkParameter, string>;

/** Also removes the link's data from the address, so that a reload does not repeat it. */
export async function finishLink(
  client: GoTrueClient,
  opened: string,
  error: AuthError | null,
): Promise<LinkOutcome | undefined> {
  try {
    return await findOutcome(client, readLink(opened), error);
  } catch {
    // Anyone can write such an address, so the page goes on without it.
    return "refused";
  } finally {
    removeLinkParameters();
  }
}

function readLink(opened: string): EmailedLink {
  const { hash, searchParams } = new URL(opened);
  const fragment = new URLSearchParams(hash.slice(1));
  return new Map(
    linkParameters.flatMap((name): [LinkParameter, string][] => {
      const value = fragment.get(name) ?? searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

async function findOutcome(
  client: GoTrueClient,
  link: EmailedLink,
  error: AuthError | null,
): Promise<LinkOutcome | undefined> {
  if (link.has("message")) return "awaits_other_address";
  if (link.has("error")) return error === null ? "refused" : outcomeOfError(error);
  // The library removes the code from the address once it has exchanged it.
  const isExchanged = link.has("code") && !new URLSearchParams(location.search).has("code");
  if (!isExchanged) {
    const refusal = await recoverByLink(client, link, error);
    if (refusal !== undefined) return refusal;
  }
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel();
  const latest = data?.currentAuthenticationMethods[0];
  return findMethod(latest) === "recovery" ? "new_password" : undefined;
}

function findMethod(latest: AMREntry | string | undefined): string | undefined {
  return typeof latest === "string" ? latest : latest?.method;
}

/** A minute is more than it takes to have the server check a token. */
const leftSeconds = 60;

/**
 * Undefined if the token is about to expire: the library would use the refresh token next to it without looking at
 * these claims. Otherwise it has the server check the token.
 */
function readClaims(token: string): { sub: string; amr: (AMREntry | string)[] } | undefined {
  const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
  const { sub, amr, exp } = JSON.parse(new TextDecoder().decode(bytes));
  const isLasting = typeof exp === "number" && exp > Date.now() / 1000 + leftSeconds;
  return isLasting && Array.isArray(amr) ? { sub, amr } : undefined;
}

async function recoverByLink(
  client: GoTrueClient,
  link: EmailedLink,
  error: AuthError | null,
): Promise<LinkOutcome | undefined> {
  const tokenHash = link.get("token_hash");
  if (tokenHash !== undefined) {
    const recovered = await client.verifyOtp({ token_hash: tokenHash, type: "recovery" });
    return recovered.error === null ? undefined : outcomeOfError(recovered.error);
  }
  const accessToken = link.get("access_token");
  const refreshToken = link.get("refresh_token");
  if (accessToken !== undefined && refreshToken !== undefined) {
    const { data: present } = await client.getSession();
    const given = readClaims(accessToken);
    // Anyone can write such an address with tokens of their own, so only links after which a new password is chosen are
    // accepted.
    if (!given || findMethod(given.amr[0]) !== "recovery") return "refused";
    if (present.session && present.session.user.id !== given.sub) return "other_account";
    const begun = await client.setSession({
      access_token: accessToken,
      refresh_token: refreshToken,
    });
    return begun.error === null ? undefined : outcomeOfError(begun.error);
  }
  return error === null ? "other_browser" : outcomeOfError(error);
}

function removeLinkParameters(): void {
  const cleaned = new URL(location.href);
  for (const name of linkParameters) cleaned.searchParams.delete(name);
  cleaned.hash = "";
  history.replaceState(history.state, "", cleaned);
}

const providerFailures: Readonly<Record<string, ProviderFailure | undefined>> = {
  // The library uses this code for an error without one.
  unspecified_code: "provider_cancelled",
  provider_unavailable: "provider_down",
  bad_oauth_state: "provider_failed",
  bad_oauth_callback: "provider_failed",
  provider_email_needs_verification: "provider_unverified",
  identity_already_exists: "provider_connected_already",
  user_banned: "provider_suspended",
  signup_disabled: "provider_no_new_accounts",
};

function outcomeOfError(error: AuthError): LinkOutcome {
  if (error.code === "conflict") return "other_account";
  if (error.code === "pkce_code_verifier_not_found" || error.code === "bad_code_verifier") {
    return "other_browser";
  }
  const details = "details" in error ? error.details : undefined;
  const code =
    typeof details === "object" && details !== null && "code" in details
      ? details.code
      : error.code;
  const providerFailure = providerFailures[String(code)];
  if (providerFailure !== undefined) return providerFailure;
  return code === "otp_expired" || code === "flow_state_not_found" || code === "flow_state_expired"
    ? "expired"
    : "refused";
}
