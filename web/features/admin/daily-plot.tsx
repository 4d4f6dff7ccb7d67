import { useId } from "react";
import { addDays, formatDay } from "#contract/values/days.ts";
import { formatNumber } from "./format-figures.ts";
import "./admin.css";

/** The numbers of consecutive days, the oldest first. */
export interface DailyNumbers {
  first_day: string;
  numbers: readonly number[];
}

export function DailyPlot({ title, first_day, numbers }: DailyNumbers & { title: string }) {
  const titleId = useId();
  const total = numbers.reduce((sum, number) => sum + number, 0);
  const most = Math.max(...numbers);
  const days = numbers.map((number, index) => ({ day: addDays(first_day, index), number }));
  const busy = days.filter(({ number }) => number > 0).toReversed();
  return (
    <figure aria-labelledby={titleId}>
      <figcaption className="head-row">
        <h3 className="subhead" id={titleId}>
          {title}
        </h3>
        <span className="daily-total num">{formatNumber(total)}</span>
      </figcaption>
      <div className="daily-plot" role="img" aria-label={describeDays({ first_day, numbers })}>
        <span className="daily-most num">{most > 0 && formatNumber(most)}</span>
        <svg
          viewBox={`0 0 ${numbers.length} 1`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {days.map(
            ({ day, number }, index) =>
              number > 0 && (
                <rect
                  key={day}
                  x={index + 0.14}
                  width={0.72}
                  y={1 - number / most}
                  height={number / most}
                />
              ),
          )}
        </svg>
        <span className="daily-ends num">
          <span>{formatDay(first_day)}</span>
          <span>{formatDay(addDays(first_day, numbers.length - 1))}</span>
        </span>
      </div>
      {busy.length > 0 && (
        <details className="more daily-days">
          <summary>
            Days in numbers<span className="sr-only">: {title}</span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls has to be reachable by keyboard */}
          <section className="daily-scroll" aria-label={`${title} by day`} tabIndex={0}>
            <table className="figures small">
              <caption className="sr-only">{title}</caption>
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  <th scope="col">Number</th>
                </tr>
              </thead>
              <tbody>
                {busy.map(({ day, number }) => (
                  <tr key={day}>
                    <th scope="row">{formatDay(day)}</th>
                    <td className="num">{formatNumber(number)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </figure>
  );
}

export function describeDays({ first_day, numbers }: DailyNumbers): string {
  const most = Math.max(...numbers);
  if (most === 0) return `None in ${numbers.length} days`;
  const total = numbers.reduce((sum, number) => sum + number, 0);
  const day = formatDay(addDays(first_day, numbers.indexOf(most)));
  return `${formatNumber(total)} in ${numbers.length} days; the highest day was ${day}, with ${formatNumber(most)}`;
}
