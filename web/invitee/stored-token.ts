/** The link that this tab was opened with, so that a reload works without a token in the address. */
const key = "invite_token";

export function readInviteToken(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function saveInviteToken(inviteToken: string): void {
  try {
    sessionStorage.setItem(key, inviteToken);
  } catch {
    // Storage is disabled: only a reload will miss it.
  }
}

export function deleteInviteToken(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is disabled: nothing was kept.
  }
}
