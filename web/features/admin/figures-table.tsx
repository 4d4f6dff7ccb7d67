import type { ReactNode } from "react";

/** Rows of names and numbers. If there are none, a sentence instead. */
export function FiguresTable({
  caption,
  columns,
  rows,
  none,
}: {
  caption: string;
  /** The headings. The last two columns of three, or the last of two, are aligned to the right. */
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  none: string;
}) {
  if (rows.length === 0) return <p className="ink-2">{none}</p>;
  return (
    <table className="figures">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...others] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {others.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its column
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
