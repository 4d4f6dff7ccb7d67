/** What was typed, by the names of the form's fields, and the key of a submit that was begun with exactly that. */
export interface Draft {
  fields: Record<string, string>;
  submission_key?: string | undefined;
}

/** Drafts live in the browser's storage, per link; a browser without storage just has none. */
export function readDraft(invite_token: string): Draft | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(storageKey(invite_token)) ?? "null");
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function saveDraft(invite_token: string, draft: Draft): void {
  try {
    localStorage.setItem(storageKey(invite_token), JSON.stringify(draft));
  } catch {
    // Full or switched off: the page itself still has everything.
  }
}

export function removeDraft(invite_token: string): void {
  try {
    localStorage.removeItem(storageKey(invite_token));
  } catch {
    // Switched off: there is none.
  }
}

/**
 * Which draft belongs to which link, without keeping the link itself: whoever reads the storage later can't answer in
 * the person's name. 53 bits of a 128-bit token give nothing of it back. (cyrb53, public domain; a digest of the
 * browser's own would need a secure context.)
 */
function storageKey(invite_token: string): string {
  let left = 0xdeadbeef;
  let right = 0x41c6ce57;
  for (const character of invite_token) {
    const code = character.charCodeAt(0);
    left = Math.imul(left ^ code, 2_654_435_761);
    right = Math.imul(right ^ code, 1_597_334_677);
  }
  left =
    Math.imul(left ^ (left >>> 16), 2_246_822_507) ^
    Math.imul(right ^ (right >>> 13), 3_266_489_909);
  right =
    Math.imul(right ^ (right >>> 16), 2_246_822_507) ^
    Math.imul(left ^ (left >>> 13), 3_266_489_909);
  return `paraline.draft.${(4_294_967_296 * (2_097_151 & right) + (left >>> 0)).toString(36)}`;
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === "object" &&
    value !== null &&
    "fields" in value &&
    typeof value.fields === "object" &&
    value.fields !== null &&
    Object.values(value.fields).every((text) => typeof text === "string")
  );
}

/** A key for one submit. Made by hand, because `randomUUID` is missing where a page is not served securely. */
export function createSubmissionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte)
      .toString(16)
      .padStart(2, "0"),
  ).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
