import type { ReactNode } from "react";
import { tooFewAnswers } from "#contract/circles/sealing.ts";
import { resultsPath, sharePath } from "#contract/paths.ts";
import { formatDay } from "#contract/values/days.ts";
import { isolate } from "#contract/values/isolate.ts";
import { EmailLayout } from "#server/mail/email-layout.tsx";
import {
  EmailButton,
  EmailHeading,
  EmailHint,
  EmailLink,
  EmailText,
} from "#server/mail/email-parts.tsx";
import { type RenderedEmail, renderEmail } from "#server/mail/render-email.ts";

export interface EmailCircle {
  /** The circle whose results show it. */
  results_id: string;
  title: string;
  is_anonymous: boolean;
  responses_count: number;
  /** Null for an anonymous circle that anyone with its link could answer. */
  invites_count: number | null;
}

export interface OwnerEmail {
  publicUrl: string;
  turnOffUrl: string;
  settingsUrl: string;
}

export interface NewResponses extends EmailCircle {
  circle_id: string;
  names: readonly string[];
  new_count: number;
}

export function composeNewResponses(
  message: OwnerEmail,
  circles: readonly [NewResponses, ...NewResponses[]],
): Promise<RenderedEmail> {
  const [first] = circles;
  if (circles.length === 1) {
    const who = whoAnswered(first);
    return renderEmail(
      `${who} on “${first.title}”`,
      <EmailLayout
        preview={formatProgress(first)}
        footer={<OwnerFooter {...message} about="new perspectives" />}
      >
        <EmailHeading>“{first.title}”</EmailHeading>
        <EmailText>{whoAnswered(first, isolate)}.</EmailText>
        <EmailText>{formatProgress(first)}.</EmailText>
        <EmailButton href={`${message.publicUrl}${resultsPath(first.results_id)}`}>
          Open the results
        </EmailButton>
        <HourlyLimitNote />
      </EmailLayout>,
    );
  }
  const newCount = circles.reduce((sum, circle) => sum + circle.new_count, 0);
  return renderEmail(
    `${newCount} new perspectives on your paralines`,
    <EmailLayout
      preview={circles.map(({ title }) => `“${isolate(title)}”`).join(", ")}
      footer={<OwnerFooter {...message} about="new perspectives" />}
    >
      <EmailHeading>{newCount} new perspectives</EmailHeading>
      {circles.map((circle) => (
        <CircleEntry key={circle.circle_id} circle={circle} {...message}>
          {whoAnswered(circle, isolate)}. {formatProgress(circle)}.
        </CircleEntry>
      ))}
      <HourlyLimitNote />
    </EmailLayout>,
  );
}

export function composeRelease(message: OwnerEmail, circle: EmailCircle): Promise<RenderedEmail> {
  const readable = `${circle.responses_count} perspectives are ready to read`;
  return renderEmail(
    `${readable} on “${circle.title}”`,
    <EmailLayout
      preview={`${readable}.`}
      footer={<OwnerFooter {...message} about="new perspectives" />}
    >
      <EmailHeading>“{circle.title}”</EmailHeading>
      <EmailText>{readable}.</EmailText>
      <EmailButton href={`${message.publicUrl}${resultsPath(circle.results_id)}`}>
        Open the results
      </EmailButton>
      <EmailHint>
        The answers to an anonymous paraline are shown together once it has closed, in random order
        and without names.
      </EmailHint>
    </EmailLayout>,
  );
}

export function composeDeadlineReminder(
  message: OwnerEmail,
  circle: EmailCircle & { deadline: string; is_extended: boolean },
): Promise<RenderedEmail> {
  const until = `closes at the end of ${formatDay(circle.deadline)}`;
  return renderEmail(
    `“${circle.title}” ${until}`,
    <EmailLayout
      preview={soFar(circle)}
      footer={<OwnerFooter {...message} about="deadlines and review dates" />}
    >
      <EmailHeading>“{circle.title}”</EmailHeading>
      <EmailText>Your paraline {until}.</EmailText>
      <EmailText>{soFar(circle)}.</EmailText>
      <EmailButton href={`${message.publicUrl}${sharePath(circle.results_id)}`}>
        See who was asked
      </EmailButton>
      <EmailHint>
        {circle.is_anonymous
          ? circle.is_extended
            ? "There you can also remind everyone. If fewer than 3 people have answered by then, nothing is shown."
            : "There you can also remind everyone. If fewer than 3 people have answered by then, it stays open three days longer, once."
          : "There you can also remind people or add someone you forgot."}
      </EmailHint>
    </EmailLayout>,
  );
}

export function composeCompleted(
  message: OwnerEmail,
  circle: EmailCircle & { isFurther: boolean },
): Promise<RenderedEmail> {
  const outcome = describeOutcome(circle);
  return renderEmail(
    `“${circle.title}” has closed`,
    <EmailLayout
      preview={outcome}
      footer={<OwnerFooter {...message} about="deadlines and review dates" />}
    >
      <EmailHeading>“{circle.title}”</EmailHeading>
      <EmailText>
        Its deadline has passed, and your {circle.isFurther ? "further question" : "paraline"} has
        closed.
      </EmailText>
      <EmailText>{outcome}</EmailText>
      <EmailButton href={`${message.publicUrl}${resultsPath(circle.results_id)}`}>
        Open the results
      </EmailButton>
      {!circle.is_anonymous && !circle.isFurther && (
        <EmailHint>You can reopen it there, with a new deadline or without one.</EmailHint>
      )}
    </EmailLayout>,
  );
}

export interface WeekEntry extends EmailCircle {
  new_count: number;
  closingOn: string | null;
  has_closed: boolean;
}

export function composeWeeklySummary(
  message: OwnerEmail & { dashboardUrl: string },
  entries: readonly WeekEntry[],
): Promise<RenderedEmail> {
  const newCount = entries.reduce((sum, entry) => sum + entry.new_count, 0);
  const news =
    newCount === 0
      ? "Your week on Paraline"
      : newCount === 1
        ? "Your week: 1 new perspective"
        : `Your week: ${newCount} new perspectives`;
  const shown = entries.slice(0, maxEntries);
  return renderEmail(
    news,
    <EmailLayout
      preview={shown.map(({ title }) => `“${isolate(title)}”`).join(", ")}
      footer={<OwnerFooter {...message} about="your week" />}
    >
      <EmailHeading>{news}</EmailHeading>
      {shown.map((entry) => (
        <CircleEntry key={entry.results_id} circle={entry} {...message}>
          {weekLine(entry)}
        </CircleEntry>
      ))}
      {entries.length > shown.length && (
        <EmailHint>And {entries.length - shown.length} more on your dashboard.</EmailHint>
      )}
      <EmailButton href={message.dashboardUrl}>Go to Dashboard</EmailButton>
    </EmailLayout>,
  );
}

const maxEntries = 20;
const maxNames = 3;

function CircleEntry({
  circle,
  publicUrl,
  children,
}: {
  circle: EmailCircle;
  publicUrl: string;
  children: ReactNode;
}) {
  return (
    <EmailText>
      <EmailLink
        href={`${publicUrl}${resultsPath(circle.results_id)}`}
      >{`“${isolate(circle.title)}”`}</EmailLink>
      <br />
      {children}
    </EmailText>
  );
}

function HourlyLimitNote() {
  return (
    <EmailHint>
      If more people answer within the hour, we'll send you one email about all of them.
    </EmailHint>
  );
}

function OwnerFooter({ about, turnOffUrl, settingsUrl }: OwnerEmail & { about: string }) {
  return (
    <>
      You get this because you created a paraline.{" "}
      <EmailLink href={turnOffUrl}>{`No more emails about ${about}`}</EmailLink>
      {" · "}
      <EmailLink href={settingsUrl}>Choose your emails</EmailLink>
    </>
  );
}

/** People who joined through the link are not named, since they typed the name themselves. */
function whoAnswered({ names, new_count }: NewResponses, write = (name: string) => name): string {
  if (names.length < new_count || names.length > maxNames) return newOnes(new_count);
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(names.map(write));
  return names.length === 1
    ? `${list} has shared their perspective`
    : `${list} have shared their perspectives`;
}

function newOnes(count: number): string {
  return count === 1 ? "A new perspective" : `${count} new perspectives`;
}

function formatProgress({ responses_count, invites_count }: EmailCircle): string {
  return invites_count === null
    ? `${responses_count} perspectives received`
    : `${responses_count} of ${invites_count} perspectives received`;
}

function soFar(circle: EmailCircle): string {
  return circle.is_anonymous ? "Sealed until it closes" : `${formatProgress(circle)} so far`;
}

/** The same text for 0, 1 and 2 people in an anonymous circle. Source: docs/product.md, Anonymity. */
function describeOutcome(circle: EmailCircle): string {
  if (circle.responses_count > 0) return `${formatProgress(circle)}.`;
  return circle.is_anonymous ? tooFewAnswers : "No one has answered.";
}

function weekLine(entry: WeekEntry): string {
  const news = [
    ...(entry.new_count > 0 ? [`${newOnes(entry.new_count)}.`] : []),
    ...(entry.has_closed ? [`Closed. ${describeOutcome(entry)}`] : [`${soFar(entry)}.`]),
    ...(entry.closingOn === null ? [] : [`Closes at the end of ${formatDay(entry.closingOn)}.`]),
  ];
  return news.join(" ");
}
