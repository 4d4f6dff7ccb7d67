import type { Receipt } from "#contract/feedback.ts";

/** What this tab remembers: the link it was opened with, and after submitting a receipt without any answer. */

const token_key = "invite_token";
const receipt_key = "paraline.receipt";

export function readInviteToken(): string | undefined {
  return read(token_key);
}

export function keepInviteToken(invite_token: string): void {
  keep(token_key, invite_token);
}

export function forgetInviteToken(): void {
  try {
    sessionStorage.removeItem(token_key);
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

export function readReceipt(): Receipt | undefined {
  try {
    return JSON.parse(read(receipt_key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepReceipt(receipt: Receipt): void {
  keep(receipt_key, JSON.stringify(receipt));
}

/** Whether a session of the signed-in app seems to be in this browser; a hint and no more. */
export function seemsSignedIn(): boolean {
  try {
    return localStorage.getItem("paraline.auth") !== null;
  } catch {
    return false;
  }
}

function read(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Storage is switched off: only a reload will miss it.
  }
}
