import {
  type NotificationBox,
  notificationBoxesSchema,
  turn_off_path,
} from "#contract/notifications.ts";
import { isUuid } from "#server/db/uuid.ts";
import { openToken, type Secrets, sealToken } from "#server/secrets.ts";

/** Whose letters a link turns off, and which ones. */
export interface TurnOffClaim {
  user_id: string;
  box: NotificationBox;
}

const context = "link that turns letters off";
const uuid_characters = 36;
const boxSchema = notificationBoxesSchema.keyof();

/** The token of a link that unticks a checkbox: sealed rather than stored, so that it never expires. */
export function sealTurnOff(secrets: Secrets, { user_id, box }: TurnOffClaim): string {
  return sealToken(secrets, Buffer.from(`${user_id}${box}`), context);
}

/** The link's whole address; a POST there stops the letters. */
export function turnOffAddress(secrets: Secrets, public_url: string, claim: TurnOffClaim): string {
  return `${public_url}${turn_off_path}?token=${sealTurnOff(secrets, claim)}`;
}

/** What a token was made for; undefined when it is not one of ours. */
export function openTurnOff(secrets: Secrets, token: string): TurnOffClaim | undefined {
  const opened = openToken(secrets, token, context)?.toString() ?? "";
  const user_id = opened.slice(0, uuid_characters);
  const box = boxSchema.safeParse(opened.slice(uuid_characters));
  return box.success && isUuid(user_id) ? { user_id, box: box.data } : undefined;
}
