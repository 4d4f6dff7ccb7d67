import type { KeptAnswer } from "#contract/feedback/kept-answers.ts";
import type { KeepChange } from "./use-keep-answer.ts";

/** What every shown answer needs besides itself. */
export interface ReadingState {
  /** What is searched for; empty while nothing is. */
  query: string;
  kept: readonly KeptAnswer[];
  onKeep: (change: KeepChange) => void;
}
