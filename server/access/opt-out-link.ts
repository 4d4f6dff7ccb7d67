import {
  type NotificationBox,
  notificationBoxesSchema,
  turnOffPath,
} from "#contract/notifications.ts";
import { isUuid } from "#server/db/uuid.ts";
import { openToken, type Secrets, sealToken } from "#server/system/secrets.ts";

/** Whose emails a link turns off, and which ones. */
export interface OptOutClaim {
  user_id: string;
  box: NotificationBox;
  /** The value of the account when the link was made: the link stops working when the account is reset. */
  reset_at: Date | null;
}

/** It must stay as it is, because links in emails that were sent go on working. */
const context = "link that turns emails off";
const uuidCharacters = 36;
/** Precedes the time of the reset, if there was one. */
const resetMark = "@";
const boxSchema = notificationBoxesSchema.keyof();

/** The token of a link that unticks a checkbox. It is encrypted rather than stored, so it does not expire. */
export function createOptOutToken(
  secrets: Secrets,
  { user_id, box, reset_at }: OptOutClaim,
): string {
  const reset = reset_at === null ? "" : `${resetMark}${reset_at.toISOString()}`;
  return sealToken(secrets, Buffer.from(`${user_id}${box}${reset}`), context);
}

/** The full address of the link. A POST request to it stops the emails. */
export function createOptOutUrl(secrets: Secrets, publicUrl: string, claim: OptOutClaim): string {
  return `${publicUrl}${turnOffPath}?token=${createOptOutToken(secrets, claim)}`;
}

/** What a token was made for; undefined if this server did not make it. */
export function readOptOutToken(secrets: Secrets, token: string): OptOutClaim | undefined {
  const opened = openToken(secrets, token, context)?.toString() ?? "";
  const userId = opened.slice(0, uuidCharacters);
  const [name, reset] = opened.slice(uuidCharacters).split(resetMark);
  const box = boxSchema.safeParse(name);
  if (!box.success || !isUuid(userId)) return undefined;
  return { user_id: userId, box: box.data, reset_at: reset === undefined ? null : new Date(reset) };
}
