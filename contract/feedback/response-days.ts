import { formatDay } from "../values/days.ts";
import type { ReadableResponse } from "./feedback.ts";

/** When a response came and was last changed: "Received Dec 1, 2026 · Edited Dec 3, 2026". */
export function formatResponseDays({
  received_on,
  edited_on,
}: Pick<ReadableResponse, "received_on" | "edited_on">): string {
  const received = `Received ${formatDay(received_on)}`;
  return edited_on === null ? received : `${received} · Edited ${formatDay(edited_on)}`;
}
