/** A place outside the database that has the list of erasures: what a restore takes it from. */
export interface ErasureStore {
  /** Where it is, for operators, as in "There is no list in …". */
  name: string;
  /** The days of which it has something, each with a text that changes when its lines do. */
  listDays(): Promise<Map<string, string>>;
  read(day: string): Promise<Set<string>>;
  /**
   * Adds to a day what is missing there, and makes the day if it is. Takes nothing away, whatever others add at the same
   * moment.
   * @returns the lines that were there before
   */
  add(day: string, lines: ReadonlySet<string>): Promise<Set<string>>;
  removeDay(day: string): Promise<void>;
}
