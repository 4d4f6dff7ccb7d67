declare const sealed: unique symbol;
declare const wrapped: unique symbol;

/** What is stored encrypted. The kind is part of what a text is bound to: one kind does not open as another. */
export type SealedKind = "answers" | "encouragement" | "insights" | "waiting answers";

/**
 * A database text that only its circle's key decrypts. The type has no members, so that it is not mistaken for
 * a string; server/access/ makes and opens it.
 */
export interface Sealed<Kind extends SealedKind> {
  readonly [sealed]: Kind;
}

/** The key of a circle or of a round, encrypted with APP_SECRET. */
export interface WrappedKey {
  readonly [wrapped]: true;
}

/** The encrypted bytes as hex digits, for passing several in one JSON text. */
export function hexOf(text: Sealed<SealedKind>): string {
  return Buffer.from(text as unknown as Uint8Array).toString("hex");
}
