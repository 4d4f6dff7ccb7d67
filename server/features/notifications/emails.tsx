import type { ReactNode } from "react";
import { closed_for_good, final_closing } from "#contract/closing.ts";
import { resultsPath, sharePath } from "#contract/paths.ts";
import { formatDay } from "#server/days.ts";
import { Letter } from "#server/mail/letter.tsx";
import {
  LetterButton,
  LetterHeading,
  LetterHint,
  LetterLink,
  LetterText,
} from "#server/mail/letter-parts.tsx";
import { type RenderedMail, renderMail } from "#server/mail/render-mail.ts";

/** A circle as its owner may see it now. */
export interface LetterCircle {
  id: string;
  title: string;
  is_anonymous: boolean;
  responses_count: number;
  invites_count: number;
}

/** The small print under every letter to an owner. */
export interface OwnerLetter {
  public_url: string;
  turn_off_address: string;
  settings_address: string;
}

/** New responses of one named circle: the names of those the owner invited, and how many there are in all. */
export interface NewResponses extends LetterCircle {
  names: readonly string[];
  new_count: number;
}

/** The digest of new responses in named paralines. */
export function composeNewResponses(
  letter: OwnerLetter,
  circles: readonly [NewResponses, ...NewResponses[]],
): Promise<RenderedMail> {
  const [first] = circles;
  if (circles.length === 1) {
    const who = whoAnswered(first);
    return renderMail(
      `${who} on “${first.title}”`,
      <Letter preview={xOfY(first)} footer={<WhyOwner {...letter} about="new perspectives" />}>
        <LetterHeading>“{first.title}”</LetterHeading>
        <LetterText>{who}.</LetterText>
        <LetterText>{xOfY(first)}.</LetterText>
        <LetterButton href={`${letter.public_url}${resultsPath(first.id)}`}>
          Open the results
        </LetterButton>
        <AtMostHourly />
      </Letter>,
    );
  }
  const new_count = circles.reduce((sum, circle) => sum + circle.new_count, 0);
  return renderMail(
    `${new_count} new perspectives on your paralines`,
    <Letter
      preview={circles.map(({ title }) => `“${title}”`).join(", ")}
      footer={<WhyOwner {...letter} about="new perspectives" />}
    >
      <LetterHeading>{new_count} new perspectives</LetterHeading>
      {circles.map((circle) => (
        <CircleEntry key={circle.id} circle={circle} {...letter}>
          {whoAnswered(circle)}. {xOfY(circle)}.
        </CircleEntry>
      ))}
      <AtMostHourly />
    </Letter>,
  );
}

/** What became readable of an anonymous circle. */
export function composeRelease(letter: OwnerLetter, circle: LetterCircle): Promise<RenderedMail> {
  const readable = `${perspectives(circle.responses_count)} can be read now`;
  return renderMail(
    `${readable} on “${circle.title}”`,
    <Letter preview={`${readable}.`} footer={<WhyOwner {...letter} about="new perspectives" />}>
      <LetterHeading>“{circle.title}”</LetterHeading>
      <LetterText>{readable}.</LetterText>
      <LetterButton href={`${letter.public_url}${resultsPath(circle.id)}`}>
        Open the results
      </LetterButton>
      <LetterHint>
        Perspectives of an anonymous paraline become readable together, in random order, without
        names and without times.
      </LetterHint>
    </Letter>,
  );
}

/** A day before a deadline. */
export function composeDeadlineReminder(
  letter: OwnerLetter,
  circle: LetterCircle & { deadline: string },
): Promise<RenderedMail> {
  const until = `closes at the end of ${formatDay(circle.deadline)}`;
  return renderMail(
    `“${circle.title}” ${until}`,
    <Letter
      preview={soFar(circle)}
      footer={<WhyOwner {...letter} about="deadlines and review dates" />}
    >
      <LetterHeading>“{circle.title}”</LetterHeading>
      <LetterText>Your paraline {until}.</LetterText>
      <LetterText>{soFar(circle)}.</LetterText>
      <LetterButton href={`${letter.public_url}${sharePath(circle.id)}`}>
        See who was asked
      </LetterButton>
      <LetterHint>There you can also remind people, or add someone you forgot.</LetterHint>
      {circle.is_anonymous && <LetterHint>{final_closing}</LetterHint>}
    </Letter>,
  );
}

/** A deadline has passed. */
export function composeCompleted(
  letter: OwnerLetter,
  circle: LetterCircle & { is_closed_for_good: boolean },
): Promise<RenderedMail> {
  const outcome = outcomeOf(circle);
  return renderMail(
    `“${circle.title}” has closed`,
    <Letter preview={outcome} footer={<WhyOwner {...letter} about="deadlines and review dates" />}>
      <LetterHeading>“{circle.title}”</LetterHeading>
      <LetterText>Its deadline has passed, and your paraline has closed.</LetterText>
      <LetterText>{outcome}</LetterText>
      <LetterButton href={`${letter.public_url}${resultsPath(circle.id)}`}>
        Open the results
      </LetterButton>
      <LetterHint>
        {circle.is_closed_for_good
          ? closed_for_good
          : "You can open it again there, with a new deadline or without one."}
      </LetterHint>
    </Letter>,
  );
}

/** One circle in a weekly summary. */
export interface WeekEntry extends LetterCircle {
  new_count: number;
  /** Only where it comes this week. */
  closing_on: string | null;
  has_closed: boolean;
}

/** Monday's summary; there is at least one entry. */
export function composeWeeklySummary(
  letter: OwnerLetter & { dashboard_address: string },
  entries: readonly WeekEntry[],
): Promise<RenderedMail> {
  const new_count = entries.reduce((sum, entry) => sum + entry.new_count, 0);
  const news = new_count === 0 ? "Your week on Paraline" : `Your week: ${newOnes(new_count)}`;
  const shown = entries.slice(0, entries_at_most);
  return renderMail(
    news,
    <Letter
      preview={shown.map(({ title }) => `“${title}”`).join(", ")}
      footer={<WhyOwner {...letter} about="your week" />}
    >
      <LetterHeading>{news}</LetterHeading>
      {shown.map((entry) => (
        <CircleEntry key={entry.id} circle={entry} {...letter}>
          {weekLine(entry)}
        </CircleEntry>
      ))}
      {entries.length > shown.length && (
        <LetterHint>And {entries.length - shown.length} more on your dashboard.</LetterHint>
      )}
      <LetterButton href={letter.dashboard_address}>Go to Dashboard</LetterButton>
    </Letter>,
  );
}

const entries_at_most = 20;
const names_at_most = 3;

function CircleEntry({
  circle,
  public_url,
  children,
}: {
  circle: LetterCircle;
  public_url: string;
  children: ReactNode;
}) {
  return (
    <LetterText>
      <LetterLink href={`${public_url}${resultsPath(circle.id)}`}>{`“${circle.title}”`}</LetterLink>
      <br />
      {children}
    </LetterText>
  );
}

function AtMostHourly() {
  return (
    <LetterHint>
      If more people answer within the hour, we tell you of them in one letter after it.
    </LetterHint>
  );
}

function WhyOwner({ about, turn_off_address, settings_address }: OwnerLetter & { about: string }) {
  return (
    <>
      You receive this because you have a paraline under this address.{" "}
      <LetterLink href={turn_off_address}>{`No more letters about ${about}`}</LetterLink>
      {" · "}
      <LetterLink href={settings_address}>Choose your letters</LetterLink>
    </>
  );
}

/**
 * “Ana and Ben have shared their perspectives”; people who joined through the link are not named, since they
 * typed the name themselves.
 */
function whoAnswered({ names, new_count }: NewResponses): string {
  if (names.length < new_count || names.length > names_at_most) return newOnes(new_count);
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(names);
  return names.length === 1
    ? `${list} has shared their perspective`
    : `${list} have shared their perspectives`;
}

function newOnes(count: number): string {
  return count === 1 ? "A new perspective" : `${count} new perspectives`;
}

function perspectives(count: number): string {
  return count === 1 ? "1 perspective" : `${count} perspectives`;
}

function xOfY({ responses_count, invites_count }: LetterCircle): string {
  return `${responses_count} of ${invites_count} perspectives received`;
}

/** Nothing is reported for an anonymous circle before its first release. */
function soFar(circle: LetterCircle): string {
  if (circle.is_anonymous && circle.responses_count === 0) {
    return "Waiting for at least 3 perspectives";
  }
  return `${xOfY(circle)} so far`;
}

/** The same text for 0, 1 and 2 people in an anonymous circle. Source: docs/product.md, Anonymity. */
function outcomeOf(circle: LetterCircle): string {
  if (circle.responses_count > 0) return `${xOfY(circle)}.`;
  return circle.is_anonymous
    ? "Fewer than 3 people answered, so nothing is shown."
    : "Nobody has answered.";
}

function weekLine(entry: WeekEntry): string {
  const news = [
    ...(entry.new_count > 0 ? [`${newOnes(entry.new_count)}.`] : []),
    ...(entry.has_closed ? [`Closed. ${outcomeOf(entry)}`] : [`${soFar(entry)}.`]),
    ...(entry.closing_on === null ? [] : [`Closes at the end of ${formatDay(entry.closing_on)}.`]),
  ];
  return news.join(" ");
}
