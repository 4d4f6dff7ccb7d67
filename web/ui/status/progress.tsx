/**
 * Progress: a blue line grows above a grey one. The text says the same, and is read out once, as the value of the
 * progress bar or with the elements that refer to it.
 */
export function Progress({
  value,
  max,
  label,
  wordsId,
  percent = false,
}: {
  value: number;
  max: number;
  /** "Question 2 of 6" */
  label: string;
  /** Id of the text, for elements that refer to it. */
  wordsId?: string;
  /** Whether to show the percentage at the other end. */
  percent?: boolean;
}) {
  return (
    <div className="progress">
      <p className="progress-meta num" aria-hidden="true">
        <span id={wordsId}>{label}</span>
        {percent && <span>{Math.round((value / max) * 100)}%</span>}
      </p>
      <div className="progress-lines">
        <progress
          value={value}
          max={max}
          aria-label="Progress"
          aria-valuetext={wordsId === undefined ? label : undefined}
        />
      </div>
    </div>
  );
}
