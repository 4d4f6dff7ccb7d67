import { paths } from "#contract/paths.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordOptOut } from "#server/mail/opt-outs.ts";
import { openToken, type Secrets, sealToken } from "#server/secrets.ts";

interface UnsubscribeClaim {
  owner_id: string;
  email: string;
}

type UnsubscribeScope = "owner" | "everyone";

const context = "unsubscribe link";
const uuidBytes = 16;

/**
 * The token of an unsubscribe link. Sealed rather than stored, so that it outlives the circle it came with,
 * never expires, and shows no address in a log.
 */
export function sealUnsubscribe(secrets: Secrets, { owner_id, email }: UnsubscribeClaim): string {
  const owner = Buffer.from(owner_id.replaceAll("-", ""), "hex");
  return sealToken(secrets, Buffer.concat([owner, Buffer.from(email)]), context);
}

/** The link's full address; a POST there unsubscribes. */
export function unsubscribeAddress(
  secrets: Secrets,
  publicUrl: string,
  claim: UnsubscribeClaim,
): string {
  return `${publicUrl}${paths.unsubscribe}?token=${sealUnsubscribe(secrets, claim)}`;
}

/** What a token was made for; undefined when it is not one of ours. */
export function openUnsubscribe(secrets: Secrets, token: string): UnsubscribeClaim | undefined {
  const opened = openToken(secrets, token, context);
  if (opened === undefined) return undefined;
  const hex = opened.subarray(0, uuidBytes).toString("hex");
  return {
    owner_id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    email: opened.subarray(uuidBytes).toString(),
  };
}

/** Unsubscribes the address of a link: from its owner's mails, or from everyone's. Repeating changes nothing. */
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
