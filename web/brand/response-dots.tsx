const dotsMax = 10;

/** One dot for each person invited, filled for each perspective received. Decorative, since the text is next to it. */
export function ResponseDots({ taken, total }: { taken: number; total: number }) {
  if (total > dotsMax) return null;
  return (
    <span className="response-dots" aria-hidden="true">
      {Array.from({ length: total }, (_, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is identified by its position
        <i key={seat} className={seat < taken ? "taken" : undefined} />
      ))}
    </span>
  );
}
