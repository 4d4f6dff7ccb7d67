/** The one source of the present; rules are handed it, so that tests can move it. */
export type Clock = { now(): Date };

/** The machine's own. */
export const systemClock: Clock = { now: () => new Date() };
