/** One thing that the setup checked, described for the operator. */
export interface SetUpStep {
  line: string;
  /** Whether the setup changed anything at Stripe. */
  isChange: boolean;
}

export const found = (line: string): SetUpStep => ({ line, isChange: false });
export const changed = (line: string): SetUpStep => ({ line, isChange: true });
