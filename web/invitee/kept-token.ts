/** The link that this tab was opened with, so that a reload needs no address with a token in it. */
const key = "invite_token";

export function readInviteToken(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepInviteToken(invite_token: string): void {
  try {
    sessionStorage.setItem(key, invite_token);
  } catch {
    // Storage is switched off: only a reload will miss it.
  }
}

export function forgetInviteToken(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is switched off: nothing was kept.
  }
}
