import type { ComponentProps, ReactNode } from "react";

interface RatingCaptions {
  low: string;
  middle: string;
  high: string;
}

interface RatingProps extends Omit<ComponentProps<"fieldset">, "onChange" | "defaultValue"> {
  /** The question. */
  legend: ReactNode;
  name: string;
  /** The labels under 1, 3 and 5; an empty one is omitted. */
  captions: RatingCaptions;
  defaultValue?: number | undefined;
  onValueChange?: (value: number) => void;
}

/** A choice from 1 to 5, as five radio buttons. Nothing is selected by default. */
export function Rating({
  legend,
  name,
  captions,
  defaultValue,
  onValueChange,
  ...rest
}: RatingProps) {
  const choices = [captions.low, "", captions.middle, "", captions.high];

  return (
    <fieldset {...rest}>
      <legend>{legend}</legend>
      <div className="rating">
        {choices.map((caption, index) => {
          const value = index + 1;
          return (
            <label className="rate" key={value}>
              <input
                type="radio"
                name={name}
                value={value}
                defaultChecked={defaultValue === value}
                onChange={() => onValueChange?.(value)}
              />
              <span className="rate-circle" aria-hidden="true">
                {value}
              </span>
              <span className="sr-only">{caption ? `${value}, ${caption}` : value}</span>
              {caption && (
                <span className="rate-caption" aria-hidden="true">
                  {caption}
                </span>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
