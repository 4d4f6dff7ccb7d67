/** A table whose cells are text. Only one page of its rows needs to be in memory. */
export interface Table {
  columns: readonly string[];
  pages: AsyncIterable<Rows> | Iterable<Rows>;
}

export type Rows = readonly (readonly string[])[];
