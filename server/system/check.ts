/** What a check found, in one line for the operator: what is fine, or what to do. Without secrets. */
export interface Finding {
  ok: boolean;
  detail: string;
}

/** Something around the product that may be in order or not. */
export interface Check {
  name: string;
  /** What it rejects with counts as a finding, too. `signal` ends it. */
  run(signal: AbortSignal): Promise<Finding>;
  /** How long it may take; absent: 10. */
  seconds?: number;
}

export const fine = (detail: string): Finding => ({ ok: true, detail });
export const wrong = (detail: string): Finding => ({ ok: false, detail });
