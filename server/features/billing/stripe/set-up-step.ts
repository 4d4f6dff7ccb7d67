/** A thing that the setup looked at, in words for the operator. */
export interface SetUpStep {
  line: string;
  /** Whether anything is different at Stripe than before. */
  isChange: boolean;
}

export const found = (line: string): SetUpStep => ({ line, isChange: false });
export const changed = (line: string): SetUpStep => ({ line, isChange: true });
