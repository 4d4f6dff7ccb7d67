/** The only source of the current time; rules receive it as a parameter, so that tests can move it. */
export type Clock = { now(): Date };

/** The machine's own. */
export const systemClock: Clock = { now: () => new Date() };
