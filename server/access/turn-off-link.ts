import { type NotificationBox, notificationBoxesSchema } from "#contract/notifications.ts";
import { type Secrets, UnreadableSecretError } from "#server/secrets.ts";
import { isUuid } from "./session.ts";

/** Whose letters, and which, a link turns off. */
export interface TurnOffClaim {
  user_id: string;
  box: NotificationBox;
}

const context = "link that turns letters off";
const uuid_characters = 36;
const boxSchema = notificationBoxesSchema.keyof();

/** The token of a link that unticks a box: sealed rather than stored, so that it works for ever. */
export function sealTurnOff(secrets: Secrets, { user_id, box }: TurnOffClaim): string {
  return secrets.encrypt(Buffer.from(`${user_id}${box}`), context).toString("base64url");
}

/** What a token was made for; undefined when it is not one of ours. */
export function openTurnOff(secrets: Secrets, token: string): TurnOffClaim | undefined {
  try {
    const opened = secrets.decrypt(Buffer.from(token, "base64url"), context).toString();
    const user_id = opened.slice(0, uuid_characters);
    const box = boxSchema.safeParse(opened.slice(uuid_characters));
    return box.success && isUuid(user_id) ? { user_id, box: box.data } : undefined;
  } catch (error) {
    if (error instanceof UnreadableSecretError) return undefined;
    throw error;
  }
}
