import type { KeptAnswer } from "#contract/feedback/kept-answers.ts";
import type { KeepChange } from "./use-keep-answer.ts";

export interface ReadingState {
  query: string;
  kept: readonly KeptAnswer[];
  /** Undefined if nothing can be changed. */
  onKeep: ((change: KeepChange) => void) | undefined;
}
