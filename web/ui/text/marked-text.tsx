import type { TextRange } from "./find-in-text.ts";

/** Text with parts of it marked, such as what was searched for. */
export function MarkedText({ text, marks }: { text: string; marks: readonly TextRange[] }) {
  if (marks.length === 0) return text;
  return (
    <>
      {marks.map(({ from, to }, index) => (
        <span key={from}>
          {text.slice(marks[index - 1]?.to ?? 0, from)}
          <mark className="marked">{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.to)}
    </>
  );
}
