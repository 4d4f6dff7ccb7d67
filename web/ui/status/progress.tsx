/**
 * Progress: a blue line grows above a grey one. The text says the same, and is read out once, as the value of the
 * progress bar or with the elements that refer to it.
 */
export function Progress({
  value,
  max,
  label,
  wordsId,
  percent,
  name = "Progress",
}: {
  value: number;
  max: number;
  /** "Question 2 of 6" */
  label: string;
  /** Id of the text, for elements that refer to it. */
  wordsId?: string;
  /** The percentage as text, shown at the other end. */
  percent?: string;
  /** What the bar is called, for people who can't see it. */
  name?: string;
}) {
  return (
    <div className="stack progress">
      <p className="progress-meta num" aria-hidden="true">
        <span id={wordsId}>{label}</span>
        {percent && <span>{percent}</span>}
      </p>
      <div className="progress-lines">
        <progress
          value={value}
          max={max}
          aria-label={name}
          aria-valuetext={wordsId === undefined ? label : undefined}
        />
      </div>
    </div>
  );
}
