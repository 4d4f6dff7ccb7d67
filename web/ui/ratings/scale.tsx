/** One rating in a reply: five ticks, a dot on the chosen one, then its label. */
export function Scale({ value }: { value: number }) {
  return (
    <span className="scale">
      <span className="scale-line" aria-hidden="true">
        {[1, 2, 3, 4, 5].map((tick) => (
          <i key={tick} className={tick === value ? "scale-chosen" : undefined} />
        ))}
      </span>
      <span className="scale-text num">
        <b>{value}</b> of 5
      </span>
    </span>
  );
}
