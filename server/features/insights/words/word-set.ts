/** The words of a list that is written with spaces between them. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(" "));
