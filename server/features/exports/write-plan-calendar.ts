import type { ICalEventData } from "ical-generator";
import { type Decision, listPlanDays, listPlanFields, type PlanDay } from "#contract/decisions.ts";
import { dayMs } from "#contract/values/durations.ts";
import { toLine } from "#contract/values/plain-text.ts";

const summaries: Record<PlanDay["kind"], string> = {
  start: "The 30-day experiment begins",
  end: "Day 30 of the experiment",
  book_by: "Book the call by today",
  review: "Review your decision",
};

/** An entry keeps its id, so that importing it again changes the existing entry (RFC 5545, UID and SEQUENCE). */
export async function writePlanCalendar({
  title,
  decision,
  decisionUrl,
  now,
}: {
  title: string;
  decision: Decision;
  decisionUrl: string;
  now: Date;
}): Promise<string | undefined> {
  const days = listPlanDays(decision);
  if (days.length === 0) return undefined;
  const host = new URL(decisionUrl).hostname;
  // Nothing that is stored may add a line to a calendar.
  const name = toLine(title);
  const description = listPlanFields(decision)
    .filter(({ text }) => text !== "")
    .map(({ label, text }) => `${label}: ${text}`)
    .join("\n");
  const events = days.map(
    ({ kind, day }): ICalEventData => ({
      id: `${decision.circle_id}-${kind}@${host}`,
      sequence: decision.version,
      stamp: now,
      allDay: true,
      // If no time zone is named, the library takes the day of a date in UTC.
      start: new Date(`${day}T00:00:00Z`),
      end: new Date(Date.parse(`${day}T00:00:00Z`) + dayMs),
      summary: `${summaries[kind]}: ${name}`,
      description: withoutControlCharacters(
        kind === "review" && decision.prediction !== ""
          ? withPrediction(description, decision)
          : description,
      ),
      url: decisionUrl,
    }),
  );
  // The library is loaded when it is first used, because few processes ever write a calendar.
  const { default: ical, escape: escapeText } = await import("ical-generator");
  return ical({
    // The library escapes the texts of entries, but not the calendar's own name.
    name: escapeText(`Paraline: ${name}`, false),
    prodId: { company: "Paraline", product: "Plan", language: "EN" },
    events,
  }).toString();
}

function withPrediction(description: string, { prediction, confidence }: Decision): string {
  const sure = confidence === null ? "" : ` (${confidence}% sure)`;
  return `My prediction: ${toLine(prediction)}${sure}\n${description}`;
}

/** A text of several lines without the characters that a calendar may not contain (RFC 5545, CONTROL). */
function withoutControlCharacters(text: string): string {
  return text.replace(/[^\P{Cc}\t\n]/gu, " ");
}
