import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { hourMs } from "#contract/values/durations.ts";
import type { OneTimePurpose } from "#server/db/auth-tables.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { authCodeMinutes } from "../http/pkce.ts";
import { insertToken, type OneTimeTokenRow, replaceOlderTokens } from "./queries.ts";

const lifetimeHours: Record<OneTimePurpose, number> = {
  signup: 24,
  recovery: 1,
  email_change_new: 24,
  email_change_old: 24,
};

/** After this many wrong codes a code is invalid; the link of the same mail still works. */
export const wrongCodesAtMost = 5;

/**
 * How many of the newest mails for the same purpose have working links at once: counted separately for those
 * that the account requested and those that anyone could have requested.
 */
const mailsAtOnce = 10;

/** Of links that lead to a code for the browser that asked, not to a session. */
export const pkcePrefix = "pkce_";

/**
 * Makes the link and the code of one mail. Links of earlier mails for the same purpose keep working; those the
 * account requested are unaffected by how many others request. Only the newest mail's code is valid, because a
 * code can be guessed. They are known only here: the row keeps hashes.
 */
export async function createOneTimeToken(
  tx: Tx,
  secrets: Secrets,
  about: {
    user_id: string;
    purpose: OneTimePurpose;
    address: string;
    flow_state_id: string;
    now: Date;
  },
): Promise<{ linkToken: string; code: string }> {
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const linkToken = createLinkToken();
  await replaceOlderTokens(tx, about, mailsAtOnce - 1);
  await insertToken(tx, {
    id: randomUUID(),
    user_id: about.user_id,
    purpose: about.purpose,
    link_hash: linkHash(linkToken),
    code_hash: secrets.signFor(...codeSignature({ ...about, code })),
    relates_to: about.address,
    flow_state_id: about.flow_state_id,
    expires_at: new Date(about.now.getTime() + lifetimeHours[about.purpose] * hourMs),
    created_at: about.now,
  });
  return { linkToken, code };
}

/**
 * Makes what a browser without the code verifier gets for a followed link: it recovers the account, for as long as the
 * auth code beside it could be exchanged.
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
    code_hash: null,
    relates_to: token.relates_to,
    flow_state_id: token.flow_state_id,
    expires_at: new Date(now.getTime() + authCodeMinutes * 60 * 1000),
    created_at: now,
  });
  return linkToken;
}

function createLinkToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a link. */
export function linkHash(linkToken: string): Buffer {
  return createHash("sha256").update(`one-time link ${linkToken}`).digest();
}

/**
 * Whether a typed code is the one of a token. Without a token a code is hashed and compared anyway, so that an address
 * that was mailed nothing takes the same work.
 */
export function isCodeOf(
  secrets: Secrets,
  token: OneTimeTokenRow | undefined,
  { address, code }: { address: string; code: string },
): boolean {
  const { user_id, purpose } = token ?? noToken;
  const signature = codeSignature({ user_id, purpose, address, code });
  return secrets.isSignedFor(...signature, token?.code_hash ?? Buffer.alloc(32));
}

const noToken = { user_id: "00000000-0000-0000-0000-000000000000", purpose: "recovery" };

/** What a code is signed as: anyone who reads the table could try all million codes against a plain hash. */
function codeSignature({
  user_id,
  purpose,
  address,
  code,
}: Record<"user_id" | "purpose" | "address" | "code", string>) {
  return ["one-time code", user_id, JSON.stringify([purpose, address, code])] as const;
}
