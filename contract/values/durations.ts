/** Lengths of time in milliseconds. A day is 24 hours here; those of a calendar are in `days.ts`. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
