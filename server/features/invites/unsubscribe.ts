import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordOptOut } from "#server/mail/opt-outs.ts";
import { type Secrets, UnreadableSecretError } from "#server/secrets.ts";

/** Whose mail to whom a link is about. */
export interface UnsubscribeClaim {
  owner_id: string;
  email: string;
}

export type UnsubscribeScope = "owner" | "everyone";

const context = "unsubscribe link";
const uuid_bytes = 16;

/**
 * The token of an unsubscribe link. It is sealed rather than stored, so that it outlives the paraline it came with,
 * works for ever, and shows no address in a log.
 */
export function sealUnsubscribe(secrets: Secrets, { owner_id, email }: UnsubscribeClaim): string {
  const owner = Buffer.from(owner_id.replaceAll("-", ""), "hex");
  return secrets.encrypt(Buffer.concat([owner, Buffer.from(email)]), context).toString("base64url");
}

/** What a token was made for; undefined when it is not one of ours. */
export function openUnsubscribe(secrets: Secrets, token: string): UnsubscribeClaim | undefined {
  try {
    const opened = secrets.decrypt(Buffer.from(token, "base64url"), context);
    const hex = opened.subarray(0, uuid_bytes).toString("hex");
    return {
      owner_id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
      email: opened.subarray(uuid_bytes).toString(),
    };
  } catch (error) {
    if (error instanceof UnreadableSecretError) return undefined;
    throw error;
  }
}

/** Has no further mail sent to the address of a link: none of its owner, or none of anyone. Repeating changes nothing. */
export async function unsubscribe(
  { db, clock }: { db: Db; clock: Clock },
  { owner_id, email }: UnsubscribeClaim,
  scope: UnsubscribeScope,
): Promise<void> {
  await inTransaction(db, (tx) =>
    recordOptOut(tx, {
      email,
      owner_id: scope === "everyone" ? null : owner_id,
      now: clock.now(),
    }),
  );
}
