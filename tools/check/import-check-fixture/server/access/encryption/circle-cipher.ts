export const cipher = 1;
