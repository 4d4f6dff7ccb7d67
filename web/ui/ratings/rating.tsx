interface RatingCaptions {
  low: string;
  middle: string;
  high: string;
}

interface RatingProps {
  name: string;
  /** The labels under 1, 3 and 5. An empty one is omitted. */
  captions: RatingCaptions | undefined;
  defaultValue?: number | undefined;
}

/**
 * A choice from 1 to 5, as five radio buttons. The question is the legend around it. Nothing is selected by default.
 */
export function Rating({ name, captions, defaultValue }: RatingProps) {
  return (
    <div className="rating">
      {[captions?.low, "", captions?.middle, "", captions?.high].map((caption, index) => {
        const value = index + 1;
        return (
          <label className="rate" key={value}>
            <input type="radio" name={name} value={value} defaultChecked={defaultValue === value} />
            <span className="rate-circle" aria-hidden="true">
              {value}
            </span>
            <span className="sr-only">{caption ? `${value}, ${caption}` : value}</span>
            {caption && (
              <span className="rate-caption" dir="auto" aria-hidden="true">
                {caption}
              </span>
            )}
          </label>
        );
      })}
    </div>
  );
}
