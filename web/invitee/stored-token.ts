import { keepText, readText } from "#web/client/browser-storage.ts";

/** The link that this tab was opened with, so that a reload works without a token in the address. */
const key = "invite_token";

export const readInviteToken = () => readText(key, "sessionStorage");
export const saveInviteToken = (inviteToken: string) =>
  keepText(key, inviteToken, "sessionStorage");
export const deleteInviteToken = () => keepText(key, undefined, "sessionStorage");
