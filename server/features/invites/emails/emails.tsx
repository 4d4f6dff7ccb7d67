import { estimatedMinutes } from "#contract/answer-limits.ts";
import { formatDay } from "#contract/values/days.ts";
import { isolate } from "#contract/values/isolate.ts";
import { EmailLayout } from "#server/mail/email-layout.tsx";
import {
  EmailButton,
  EmailFacts,
  EmailHeading,
  EmailHint,
  EmailLink,
  EmailText,
} from "#server/mail/email-parts.tsx";
import { type RenderedMail, renderMail } from "#server/mail/render-mail.ts";

const anonymousOwnerName = "Someone who values your view";

export interface Invitation {
  first_name: string;
  /** Null if the profile has no name. */
  owner_name: string | null;
  title: string;
  is_anonymous: boolean;
  deadline: string | null;
  questions_count: number;
  inviteUrl: string;
  unsubscribeUrl: string;
  /** Whether it is the first invitation, one that the owner sends again, or a reminder. */
  occasion: "invitation" | "invitation_again" | "reminder";
}

/** The minimum content of an email with a private link. */
type PrivateLink = Pick<
  Invitation,
  "first_name" | "owner_name" | "title" | "inviteUrl" | "unsubscribeUrl"
>;

const subjects: Record<Invitation["occasion"], string> = {
  invitation: "would like your perspective on",
  invitation_again: "would still like your perspective on",
  reminder: "is still hoping for your perspective on",
};

/** The email with a person's private link: fixed wording around the owner's title. */
export function composeInvitation(invitation: Invitation): Promise<RenderedMail> {
  const owner = invitation.owner_name ?? anonymousOwnerName;
  const subject = `${owner} ${subjects[invitation.occasion]} “${invitation.title}”`;
  return renderMail(subject, <InvitationEmail {...invitation} owner={isolate(owner)} />);
}

function InvitationEmail({ owner, ...invitation }: Invitation & { owner: string }) {
  const minutes = `about ${estimatedMinutes(invitation.questions_count)} minutes`;
  return (
    <EmailLayout
      preview={`A few questions, ${minutes}. No account needed.`}
      footer={<WhyRecipient {...invitation} />}
    >
      <EmailHeading>“{invitation.title}”</EmailHeading>
      <EmailText>Dear {isolate(invitation.first_name)},</EmailText>
      <EmailText>{openingOf(invitation.occasion, owner)}</EmailText>
      {invitation.is_anonymous && invitation.occasion !== "invitation" && (
        // It goes to people who have answered, too.
        <EmailText>If you have answered already, thank you: there is nothing left to do.</EmailText>
      )}
      <EmailFacts facts={factsOf(invitation, minutes)} />
      <EmailButton href={invitation.inviteUrl}>Share your perspective</EmailButton>
      {invitation.is_anonymous && (
        <EmailHint>
          What anonymous means: your answers stay sealed until this paraline closes, and your name
          is not shown with them. If fewer than 3 people answer, nothing is shown and everything is
          deleted. Your wording may give you away.
        </EmailHint>
      )}
      <EmailHint>
        The link is yours alone, so please keep it to yourself. If you would rather not answer, you
        can say so on the same page, and no one will email you about it again.
      </EmailHint>
    </EmailLayout>
  );
}

/** The email to a person who requested their link on the circle's share page. */
export function composePrivateLink(link: PrivateLink): Promise<RenderedMail> {
  return renderMail(`Your private link to “${link.title}”`, <PrivateLinkEmail {...link} />);
}

function PrivateLinkEmail(link: PrivateLink) {
  return (
    <EmailLayout preview="The link you asked for." footer={<WhyRecipient {...link} />}>
      <EmailHeading>“{link.title}”</EmailHeading>
      <EmailText>Dear {isolate(link.first_name)},</EmailText>
      <EmailText>
        Here is the private link that was requested with your address.{" "}
        {isolate(link.owner_name ?? anonymousOwnerName)} would like to hear how you see it.
      </EmailText>
      <EmailButton href={link.inviteUrl}>Share your perspective</EmailButton>
      <EmailHint>
        The link is yours alone, so please keep it to yourself. If you didn't request it, you can
        ignore this email.
      </EmailHint>
    </EmailLayout>
  );
}

function WhyRecipient({ owner_name, unsubscribeUrl }: PrivateLink) {
  return (
    <>
      {isolate(owner_name ?? "Someone")} entered your address to ask for your perspective.{" "}
      <EmailLink href={unsubscribeUrl}>Unsubscribe</EmailLink>
    </>
  );
}

function openingOf(occasion: Invitation["occasion"], owner: string): string {
  switch (occasion) {
    case "invitation":
      return `${owner} is thinking this through and would like to hear how you see it.`;
    case "invitation_again":
      return `${owner} wrote to you about this before, and would still like to hear how you see it.`;
    case "reminder":
      return `${owner} asked how you see this a while ago. A few sentences from you would still help.`;
  }
}

function factsOf(
  { is_anonymous, deadline, owner_name }: Invitation,
  minutes: string,
): { name: string; value: string }[] {
  const reader = isolate(owner_name ?? "The person who invited you");
  return [
    { name: "It takes", value: `${minutes}, without an account` },
    ...(deadline === null ? [] : [{ name: "Open until", value: formatDay(deadline) }]),
    {
      name: "Who reads it",
      value: is_anonymous
        ? `${reader}, without your name beside it`
        : `${reader}, with your name beside it`,
    },
  ];
}
