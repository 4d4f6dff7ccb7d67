import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import type { OneTimePurpose } from "#server/db/auth-tables.ts";
import type { Tx } from "#server/db/tables.ts";
import { isSameDigest, type Secrets } from "#server/secrets.ts";
import { replaceOneTimeToken } from "./queries.ts";

const life_hours: Record<OneTimePurpose, number> = {
  signup: 24,
  recovery: 1,
  email_change_new: 24,
  email_change_old: 24,
};

/** After so many wrong codes only a new mail helps. */
export const wrongCodesAtMost = 5;

/** Of links that lead to a code for the browser that asked, not to a session. */
export const pkcePrefix = "pkce_";

/**
 * Makes the link and the code of one mail; those of an earlier mail for the same purpose are worth nothing any more.
 * Only here are they known: the row keeps hashes.
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
): Promise<{ link_token: string; code: string }> {
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const link_token = randomBytes(32).toString("base64url");
  await replaceOneTimeToken(tx, {
    id: randomUUID(),
    user_id: about.user_id,
    purpose: about.purpose,
    link_hash: linkHash(link_token),
    code_hash: codeHash(secrets, { ...about, code }),
    relates_to: about.address,
    flow_state_id: about.flow_state_id,
    expires_at: new Date(about.now.getTime() + life_hours[about.purpose] * 60 * 60 * 1000),
    created_at: about.now,
  });
  return { link_token, code };
}

/** What is stored of a link. */
export function linkHash(link_token: string): Buffer {
  return createHash("sha256").update(`one-time link ${link_token}`).digest();
}

/** Whether a typed code is the one that was mailed. */
export function isMailedCode(
  secrets: Secrets,
  token: { user_id: string; purpose: OneTimePurpose; relates_to: string; code_hash: Buffer },
  code: string,
): boolean {
  const { user_id, purpose, relates_to: address } = token;
  return isSameDigest(codeHash(secrets, { user_id, purpose, address, code }), token.code_hash);
}

// A keyed hash: whoever reads the table could try all million codes against a plain one.
function codeHash(
  secrets: Secrets,
  { user_id, purpose, address, code }: Record<"user_id" | "purpose" | "address" | "code", string>,
): Buffer {
  return secrets.signFor("one-time code", user_id, JSON.stringify([purpose, address, code]));
}
