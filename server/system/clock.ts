/** The only source of the current time. Rules receive it as a parameter, so that tests can set it. */
export type Clock = { now(): Date };

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };
