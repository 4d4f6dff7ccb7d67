/** What a check found, in one line for the operator: what is in order, or what to do. It contains no secrets. */
export interface Finding {
  ok: boolean;
  detail: string;
}

/** Something around the product that may be in order or not. */
export interface Check {
  name: string;
  /** If it rejects, the error counts as a finding, too. `signal` ends it. */
  run(signal: AbortSignal): Promise<Finding>;
  /** How long it may take; 10 if absent. */
  seconds?: number;
}

export const passed = (detail: string): Finding => ({ ok: true, detail });
/** Something that the operator may want to know, and need not correct. */
export const hinted = (detail: string): Finding => passed(`Hint: ${detail}`);
export const failed = (detail: string): Finding => ({ ok: false, detail });
