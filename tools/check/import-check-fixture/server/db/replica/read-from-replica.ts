export const readFromReplica = 1;
