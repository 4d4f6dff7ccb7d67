export const deps = 1;
