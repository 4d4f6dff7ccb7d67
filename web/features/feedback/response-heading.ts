import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import { isolate } from "#contract/values/isolate.ts";

/** A response's label: "Perspective 2", in named circles "Perspective 2, Ana". */
export function responseHeading({
  number,
  first_name,
}: Pick<ReadableResponse, "number" | "first_name">): string {
  return first_name === null
    ? `Perspective ${number}`
    : `Perspective ${number}, ${isolate(first_name)}`;
}
