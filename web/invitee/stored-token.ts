import { readText, storeText } from "#web/client/browser-storage.ts";

/** The link that this tab was opened with, so that a reload works without a token in the address. */
const key = "invite_token";

export const readInviteToken = () => readText("sessionStorage", key) ?? undefined;
/** Keeps the token. Without one, deletes the token that was kept. False if the browser stores nothing. */
export const storeInviteToken = (inviteToken?: string) =>
  storeText("sessionStorage", key, inviteToken);
