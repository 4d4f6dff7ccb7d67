/** A place outside the database that has the list of erasures. A restore reads the list from there. */
export interface ErasureStore {
  /** What operators read as its location, as in "There is no list in …". */
  name: string;
  /** The days that it has, each with a text that changes when the lines of the day change. */
  listDays(): Promise<Map<string, string>>;
  read(day: string): Promise<Set<string>>;
  /**
   * Adds the lines that are missing to a day, and adds the day if it is missing. Removes nothing, even if others add
   * lines at the same moment.
   * @returns the lines that were there before
   */
  add(day: string, lines: ReadonlySet<string>): Promise<Set<string>>;
  removeDay(day: string): Promise<void>;
}
