import type { OwnedCircle } from "./owned-circle.ts";

declare const readable: unique symbol;

/**
 * A paraline whose answers its owner may read now. Every surface that shows an answer's text, or something made of
 * it, demands one; what of it is released decides visibility.ts. Only {@link readableCircle} makes one.
 */
export type ReadableCircle = OwnedCircle & { readonly [readable]: true };

/** Lets an owner read their paraline. Everything is unlocked, as on a server without billing. */
export function readableCircle(circle: OwnedCircle): ReadableCircle {
  return circle as ReadableCircle;
}
