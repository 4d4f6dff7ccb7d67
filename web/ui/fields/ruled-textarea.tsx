import { type ComponentProps, type InputEvent, useEffect, useId, useRef, useState } from "react";

interface RuledTextareaProps extends Omit<ComponentProps<"textarea">, "maxLength"> {
  /** How many ruled lines are shown before it grows. */
  lines?: 2 | 3 | 5;
  /** The maximum number of characters accepted. Typing past it is allowed: nothing is ever truncated. */
  limit?: number;
  /** How many characters before the limit the counter appears. */
  counterFrom?: number;
  /** What the counter says. */
  counterText?: (count: number, limit: number) => string;
  /** How characters are counted. Use the same function as the validation. */
  countCharacters?: (text: string) => number;
}

const announceEveryCharacters = 50;
const lineClasses = { 2: " ruled-2", 3: " ruled-3", 5: "" };

/**
 * A text field on ruled paper. It is uncontrolled, so that text typed before the script loads stays. The counter reads
 * the field on mount and on input.
 */
export function RuledTextarea({
  lines = 5,
  limit,
  counterFrom = 200,
  counterText = countInEnglish,
  countCharacters = (text) => text.length,
  className,
  onInput,
  ref,
  "aria-describedby": describedBy,
  ...rest
}: RuledTextareaProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  const [count, setCount] = useState(0);
  const [announced, setAnnounced] = useState("");

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads once what was typed before the script loaded
  useEffect(() => {
    if (field.current) setCount(countCharacters(field.current.value));
  }, []);

  function read(event: InputEvent<HTMLTextAreaElement>) {
    const next = countCharacters(event.currentTarget.value);
    if (limit !== undefined) {
      setAnnounced((before) => {
        const from = limit - counterFrom;
        if (isAnnounced(count, next, from)) return counterText(next, limit);
        return next < from ? "" : before;
      });
    }
    setCount(next);
    onInput?.(event);
  }

  const shown = limit !== undefined && count >= limit - counterFrom;

  return (
    <>
      <textarea
        dir="auto"
        {...rest}
        ref={(element) => {
          field.current = element;
          if (typeof ref === "function") return ref(element);
          if (ref) ref.current = element;
        }}
        className={`input ruled${lineClasses[lines]}${className ? ` ${className}` : ""}`}
        aria-describedby={[describedBy, shown && counterId].filter(Boolean).join(" ") || undefined}
        onInput={read}
      />
      {limit !== undefined && (
        <>
          {shown && (
            <p className="hint num count" id={counterId}>
              {counterText(count, limit)}
            </p>
          )}
          <p className="sr-only" aria-live="polite">
            {announced}
          </p>
        </>
      )}
    </>
  );
}

function countInEnglish(count: number, limit: number): string {
  return `${count.toLocaleString("en-US")} of ${limit.toLocaleString("en-US")} characters`;
}

/** Whether the counter is announced: when it appears and then every 50 characters, not at every key. */
function isAnnounced(previous: number, next: number, from: number): boolean {
  const step = (count: number) => Math.floor((count - from) / announceEveryCharacters);
  return next >= from && (previous < from || step(previous) !== step(next));
}
