export const check = 1;
