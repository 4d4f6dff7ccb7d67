/** Whose confirmation a change of address waits for, as bits of `email_change_halves`. */
export const changeHalves = { of_new: 1, of_old: 2 } as const;
