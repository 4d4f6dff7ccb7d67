import type { KeptAnswer } from "#contract/feedback/kept-answers.ts";

/** What every shown answer needs besides itself. */
export interface ReadingState {
  /** What is searched for; empty while nothing is. */
  words: string;
  kept: readonly KeptAnswer[];
  onKeep: (change: KeptAnswer & { shouldKeep: boolean }) => void;
}
