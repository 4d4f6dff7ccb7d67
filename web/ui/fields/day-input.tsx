import { type ComponentProps, useId } from "react";

interface DayInputProps extends Omit<ComponentProps<"input">, "type"> {
  /** Shown while there is no day, such as "No deadline". */
  emptyLabel: string;
  /** Whether there is no day. A partly typed day counts as none, but stays visible. */
  isEmpty: boolean;
}

/**
 * A date field that shows when it has no day, because an empty one shows today in grey in Safari. The field itself is
 * always there, so that one click or Tab reaches it.
 */
export function DayInput({ emptyLabel, isEmpty, className, ...rest }: DayInputProps) {
  const noneId = useId();
  const described = [rest["aria-describedby"], isEmpty ? noneId : undefined].filter(Boolean);
  return (
    <span className="day" data-empty={isEmpty || undefined}>
      <input
        {...rest}
        type="date"
        className={className}
        aria-describedby={described.join(" ") || undefined}
      />
      {isEmpty && (
        <span className="day-none" id={noneId} aria-hidden="true">
          {emptyLabel}
        </span>
      )}
    </span>
  );
}
