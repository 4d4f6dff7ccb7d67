import type { KeptAnswer } from "#contract/feedback/kept-answers.ts";
import type { KeepChange } from "./use-keep-answer.ts";

/** What every shown answer needs besides its own data. */
export interface ReadingState {
  /** What is searched for; empty if nothing is. */
  query: string;
  kept: readonly KeptAnswer[];
  onKeep: (change: KeepChange) => void;
}
