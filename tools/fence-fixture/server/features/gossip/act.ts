// breaks: known-rooms
export const act = 1;
