import {
  type NotificationBox,
  notificationBoxesSchema,
  turnOffPath,
} from "#contract/notifications.ts";
import { isUuid } from "#server/db/uuid.ts";
import { openToken, type Secrets, sealToken } from "#server/secrets.ts";

/** Whose letters a link turns off, and which ones. */
export interface TurnOffClaim {
  user_id: string;
  box: NotificationBox;
}

const context = "link that turns letters off";
const uuidCharacters = 36;
const boxSchema = notificationBoxesSchema.keyof();

/** The token of a link that unticks a checkbox: sealed rather than stored, so that it never expires. */
export function sealTurnOff(secrets: Secrets, { user_id, box }: TurnOffClaim): string {
  return sealToken(secrets, Buffer.from(`${user_id}${box}`), context);
}

/** The link's whole address; a POST there stops the letters. */
export function turnOffAddress(secrets: Secrets, publicUrl: string, claim: TurnOffClaim): string {
  return `${publicUrl}${turnOffPath}?token=${sealTurnOff(secrets, claim)}`;
}

/** What a token was made for; undefined when it is not one of ours. */
export function openTurnOff(secrets: Secrets, token: string): TurnOffClaim | undefined {
  const opened = openToken(secrets, token, context)?.toString() ?? "";
  const userId = opened.slice(0, uuidCharacters);
  const box = boxSchema.safeParse(opened.slice(uuidCharacters));
  return box.success && isUuid(userId) ? { user_id: userId, box: box.data } : undefined;
}
