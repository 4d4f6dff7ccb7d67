import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { hourMs, minuteMs } from "#contract/values/durations.ts";
import type { OneTimePurpose } from "#server/db/auth-tables.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { authCodeMinutes } from "../http/pkce.ts";
import {
  deleteCodesOfSession,
  insertToken,
  type OneTimeTokenRow,
  replaceOlderTokens,
} from "./queries.ts";

/** What an email contains, and for how many hours it works. */
const kinds: Record<OneTimePurpose, { hours: number; carries: "both" | "link" | "code" }> = {
  signup: { hours: 24, carries: "both" },
  recovery: { hours: 1, carries: "both" },
  email_change_new: { hours: 24, carries: "both" },
  email_change_old: { hours: 24, carries: "both" },
  magiclink: { hours: 1, carries: "both" },
  reauthentication: { hours: 1 / 6, carries: "code" },
  not_me: { hours: 7 * 24, carries: "link" },
};

/**
 * After this many attempts from known, or from all other networks, a code is invalid there. The link of the email still
 * works.
 */
export const maxWrongCodes = 5;

/**
 * How many of the newest emails for the same purpose have working links at once. Emails that the account requested and
 * emails that anyone could have requested are counted separately.
 */
const emailsAtOnce = 10;

/** The `type` in the link of an email about a new sign-in. */
export const disownType = "not_me";

/** The prefix of links that lead to a code for the browser that asked, not to a session. */
export const pkcePrefix = "pkce_";

/**
 * Makes the link and the code of one email. Requests of others invalidate no link of the account's own; only the newest
 * mail's code is valid, because a code can be guessed.
 */
export async function createOneTimeToken(
  tx: Tx,
  secrets: Secrets,
  about: {
    /** Null for a sign-in link to an address without an account. */
    user_id: string | null;
    purpose: OneTimePurpose;
    address: string;
    flow_state_id: string;
    now: Date;
    /** Whether the email has no link although others of its kind have one. */
    withoutLink?: boolean;
  },
): Promise<{ linkToken: string; code: string }> {
  const { hours, carries } = kinds[about.purpose];
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const linkToken = createLinkToken();
  if (carries === "code") await deleteCodesOfSession(tx, about);
  else await replaceOlderTokens(tx, about, emailsAtOnce - 1);
  await insertToken(tx, {
    id: randomUUID(),
    user_id: about.user_id,
    purpose: about.purpose,
    link_hash: carries === "code" || about.withoutLink ? null : linkHash(linkToken),
    code_hash: carries === "link" ? null : secrets.signFor(...codeSignature({ ...about, code })),
    relates_to: about.address,
    flow_state_id: about.flow_state_id,
    expires_at: new Date(about.now.getTime() + hours * hourMs),
    created_at: about.now,
  });
  return { linkToken, code };
}

/**
 * Makes the token that a followed link gives to a browser without the code verifier. The token recovers the account,
 * and is valid for as long as the auth code that is given with it.
 */
export async function createRecoveryToken(
  tx: Tx,
  { token, now }: { token: OneTimeTokenRow; now: Date },
): Promise<string> {
  const linkToken = createLinkToken();
  await insertToken(tx, {
    id: randomUUID(),
    user_id: token.user_id,
    purpose: "recovery",
    link_hash: linkHash(linkToken),
    relates_to: token.relates_to,
    flow_state_id: token.flow_state_id,
    expires_at: new Date(now.getTime() + authCodeMinutes * minuteMs),
    created_at: now,
  });
  return linkToken;
}

function createLinkToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The hash that is stored for a link. */
export function linkHash(linkToken: string): Buffer {
  return createHash("sha256").update(`one-time link ${linkToken}`).digest();
}

/**
 * Whether a typed code is the code of a token. Without a token, the code is hashed and compared anyway, so that an
 * address to which nothing was emailed takes the same work.
 */
export function matchesCode(
  secrets: Secrets,
  token: OneTimeTokenRow | undefined,
  { address, code }: { address: string; code: string },
): boolean {
  const { user_id, purpose } = token ?? noToken;
  const signature = codeSignature({ user_id, purpose, address, code });
  return secrets.isSignedFor(...signature, token?.code_hash ?? Buffer.alloc(32));
}

const nobody = "00000000-0000-0000-0000-000000000000";
const noToken = { user_id: null, purpose: "recovery" };

/**
 * The content that is signed for a code. A plain hash would not do: anyone who reads the table could try all million
 * codes against it.
 */
function codeSignature({
  user_id,
  purpose,
  address,
  code,
}: Record<"purpose" | "address" | "code", string> & { user_id: string | null }) {
  return ["one-time code", user_id ?? nobody, JSON.stringify([purpose, address, code])] as const;
}
