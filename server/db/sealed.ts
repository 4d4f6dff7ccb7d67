declare const sealed: unique symbol;
declare const wrapped: unique symbol;

/** The kinds of texts that are stored encrypted. A text is bound to its kind: it does not open as another kind. */
export type SealedKind =
  | "answers"
  | "encouragement"
  | "insights"
  | "own answers"
  | "sealed answers";

/**
 * A stored text that only its circle's key decrypts. The type has no members, so that it is not mistaken for a string.
 * Only server/access/ seals and opens it.
 */
export interface Sealed<Kind extends SealedKind> {
  readonly [sealed]: Kind;
}

/** The key of a circle or of its sealed answers, encrypted with APP_SECRET. */
export interface WrappedKey {
  readonly [wrapped]: true;
}

/** The encrypted bytes as hex digits, so that several texts can be passed in one JSON text. */
export function encodeHex(text: Sealed<SealedKind>): string {
  return Buffer.from(text as unknown as Uint8Array).toString("hex");
}
