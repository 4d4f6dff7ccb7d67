/** The words of a list in which they are separated by spaces. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
