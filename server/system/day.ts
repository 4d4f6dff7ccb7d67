/** The calendar day (`YYYY-MM-DD`) of an instant in UTC. */
export const dayOf = (instant: Date | number) => new Date(instant).toISOString().slice(0, 10);
