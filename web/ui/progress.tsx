/** How far along: the blue line grows above the grey one, the words say the same. */
export function Progress({
  value,
  max,
  words,
  wordsId,
  percent = false,
}: {
  value: number;
  max: number;
  /** "Question 2 of 6" */
  words: string;
  /** For what refers to them. */
  wordsId?: string;
  /** Shows the percentage at the other end. */
  percent?: boolean;
}) {
  return (
    <div className="progress">
      <p className="progress-meta num">
        <span id={wordsId}>{words}</span>
        {percent && <span>{Math.round((value / max) * 100)}%</span>}
      </p>
      <div className="progress-lines">
        <progress value={value} max={max} aria-label="Progress" aria-valuetext={words} />
      </div>
    </div>
  );
}
