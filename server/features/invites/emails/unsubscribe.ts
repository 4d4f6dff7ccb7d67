import { type Language, languages } from "#contract/languages.ts";
import { paths } from "#contract/paths.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { type OptOutScope, recordOptOut, withdrawOptOut } from "#server/mail/opt-outs.ts";
import type { Clock } from "#server/system/clock.ts";
import { openToken, type Secrets, sealToken } from "#server/system/secrets.ts";

export interface UnsubscribeClaim {
  owner_id: string;
  email: string;
  /** The value of the account when the link was made: after a reset the page no longer names the owner. */
  reset_at: Date | null;
  /** In which the page addresses the person. */
  language: Language;
}

const context = "unsubscribe link";
const uuidBytes = 16;
/** Precedes the time of the reset, if there was one, and a language other than English. No address contains it. */
const partMark = "\n";

/**
 * The token of an unsubscribe link. It is encrypted rather than stored, so that it still works when the circle is gone,
 * never expires, and shows no address in a log.
 */
export function sealUnsubscribe(
  secrets: Secrets,
  { owner_id, email, reset_at, language }: UnsubscribeClaim,
): string {
  const owner = Buffer.from(owner_id.replaceAll("-", ""), "hex");
  const parts = [email, reset_at?.toISOString() ?? "", language === "en" ? "" : language];
  const claim = parts.join(partMark).trimEnd();
  return sealToken(secrets, Buffer.concat([owner, Buffer.from(claim)]), context);
}

/** The full address of the link. A POST request to it unsubscribes. */
export function createUnsubscribeUrl(
  secrets: Secrets,
  publicUrl: string,
  claim: UnsubscribeClaim,
): string {
  return `${publicUrl}${paths.unsubscribe}?token=${sealUnsubscribe(secrets, claim)}`;
}

/** What a token was made for; undefined if this server did not make it. */
export function openUnsubscribe(secrets: Secrets, token: string): UnsubscribeClaim | undefined {
  const opened = openToken(secrets, token, context);
  if (opened === undefined) return undefined;
  const hex = opened.subarray(0, uuidBytes).toString("hex");
  const [email = "", reset, tag] = opened.subarray(uuidBytes).toString().split(partMark);
  return {
    owner_id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    email,
    reset_at: reset ? new Date(reset) : null,
    language: languages.find((language) => language === tag) ?? "en",
  };
}

/** Unsubscribes the address of a link from its owner's emails, or from everyone's. Repeating it changes nothing. */
export async function unsubscribe(
  { db, clock }: { db: Db; clock: Clock },
  { owner_id, email }: Pick<UnsubscribeClaim, "owner_id" | "email">,
  scope: OptOutScope,
): Promise<void> {
  await inTransaction(db, (tx) =>
    recordOptOut(tx, {
      email,
      owner_id: scope === "everyone" ? null : owner_id,
      now: clock.now(),
    }),
  );
}

/** Undoes {@link unsubscribe} for the same scope. The other scope, if it was chosen too, still applies. */
export async function resubscribe(
  db: Db,
  { owner_id, email }: Pick<UnsubscribeClaim, "owner_id" | "email">,
  scope: OptOutScope,
): Promise<void> {
  await inTransaction(db, (tx) =>
    withdrawOptOut(tx, { email, owner_id: scope === "everyone" ? null : owner_id }),
  );
}
