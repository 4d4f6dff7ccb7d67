export const readLate = 1;
