import type { Language } from "#contract/languages.ts";
import { inviteeMessages } from "#contract/messages/all.ts";
import { formatDayIn, formatMinutesIn } from "#contract/messages/format-in.ts";
import { isolateIn } from "#contract/values/isolate.ts";
import { EmailLayout } from "#server/mail/email-layout.tsx";
import {
  EmailButton,
  EmailFacts,
  EmailHeading,
  EmailHint,
  EmailLink,
  EmailText,
} from "#server/mail/email-parts.tsx";
import { type RenderedEmail, renderEmail } from "#server/mail/render-email.ts";

export interface Invitation {
  /** The language of the paraline. */
  language: Language;
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
  "language" | "first_name" | "owner_name" | "title" | "inviteUrl" | "unsubscribeUrl"
>;

/** The same with its names marked, so that they can stand in sentences. */
function isolateNames<Email extends PrivateLink>(mail: Email): Email {
  const { language, first_name, owner_name } = mail;
  return {
    ...mail,
    first_name: isolateIn(language, first_name),
    owner_name: isolateIn(language, owner_name),
  };
}

/** The email with a person's private link: fixed wording around the owner's title. */
export function composeInvitation(mail: Invitation): Promise<RenderedEmail> {
  const { subjects } = inviteeMessages[mail.language].emails.invitation;
  const subject = subjects[mail.occasion](mail.owner_name, mail.title);
  return renderEmail(subject, <InvitationEmail {...isolateNames(mail)} />);
}

function InvitationEmail(mail: Invitation) {
  const { language, occasion, owner_name, is_anonymous, deadline } = mail;
  const { invitation: texts, ...shared } = inviteeMessages[language].emails;
  const minutes = formatMinutesIn(language, mail.questions_count);
  const formatReader = is_anonymous ? texts.anonymousReader : texts.namedReader;
  const facts = [
    { name: texts.duration, value: texts.minutes(minutes) },
    ...(deadline === null
      ? []
      : [{ name: texts.openUntil, value: formatDayIn(language, deadline) }]),
    { name: texts.reader, value: formatReader(owner_name) },
  ];
  return (
    <EmailLayout
      language={language}
      preview={texts.preview(minutes)}
      footer={<WhyRecipient {...mail} />}
    >
      <EmailHeading>{shared.quoted(mail.title)}</EmailHeading>
      <EmailText>{shared.greeting(mail.first_name)}</EmailText>
      <EmailText>{texts.openings[occasion](owner_name)}</EmailText>
      {is_anonymous && occasion !== "invitation" && (
        // It goes to people who have answered, too.
        <EmailText>{texts.ifAnswered}</EmailText>
      )}
      <EmailFacts facts={facts} mark={shared.factMark} />
      <EmailButton href={mail.inviteUrl}>{shared.button}</EmailButton>
      {is_anonymous && <EmailHint>{texts.anonymous}</EmailHint>}
      <EmailHint>{texts.link}</EmailHint>
    </EmailLayout>
  );
}

/** The email that asks one further question, or reminds of it. */
export interface FurtherQuestionEmail extends PrivateLink {
  question: string;
  is_anonymous: boolean;
  deadline: string | null;
  isReminder: boolean;
}

/** The email with a further question, in one line, and the person's private link. */
export function composeFurtherQuestion(mail: FurtherQuestionEmail): Promise<RenderedEmail> {
  const { furtherQuestion: texts } = inviteeMessages[mail.language].emails;
  const subject = mail.isReminder
    ? texts.reminder(mail.title)
    : texts.subject(mail.owner_name, mail.title);
  return renderEmail(subject, <FurtherQuestion {...isolateNames(mail)} />);
}

function FurtherQuestion(mail: FurtherQuestionEmail) {
  const { language, owner_name, is_anonymous, deadline } = mail;
  const { furtherQuestion: texts, invitation, ...shared } = inviteeMessages[language].emails;
  const formatReader = is_anonymous ? invitation.anonymousReader : invitation.namedReader;
  const facts = [
    ...(deadline === null
      ? []
      : [{ name: invitation.openUntil, value: formatDayIn(language, deadline) }]),
    { name: invitation.reader, value: formatReader(owner_name) },
  ];
  return (
    <EmailLayout
      language={language}
      preview={shared.quoted(mail.question)}
      footer={<WhyRecipient {...mail} />}
    >
      <EmailHeading>{shared.quoted(mail.title)}</EmailHeading>
      <EmailText>{shared.greeting(mail.first_name)}</EmailText>
      <EmailText>{texts.opening(owner_name, shared.quoted(mail.question))}</EmailText>
      {is_anonymous && mail.isReminder && <EmailText>{invitation.ifAnswered}</EmailText>}
      <EmailFacts facts={facts} mark={shared.factMark} />
      <EmailButton href={mail.inviteUrl}>{shared.button}</EmailButton>
      {is_anonymous && <EmailHint>{texts.sealed}</EmailHint>}
      <EmailHint>{invitation.link}</EmailHint>
    </EmailLayout>
  );
}

/** The email to a person who requested their link on the circle's share page. */
export function composePrivateLink(mail: PrivateLink): Promise<RenderedEmail> {
  const subject = inviteeMessages[mail.language].emails.privateLink.subject(mail.title);
  return renderEmail(subject, <PrivateLinkEmail {...isolateNames(mail)} />);
}

function PrivateLinkEmail(mail: PrivateLink) {
  const { privateLink: texts, ...shared } = inviteeMessages[mail.language].emails;
  return (
    <EmailLayout
      language={mail.language}
      preview={texts.preview}
      footer={<WhyRecipient {...mail} />}
    >
      <EmailHeading>{shared.quoted(mail.title)}</EmailHeading>
      <EmailText>{shared.greeting(mail.first_name)}</EmailText>
      <EmailText>{texts.opening(mail.owner_name)}</EmailText>
      <EmailButton href={mail.inviteUrl}>{shared.button}</EmailButton>
      <EmailHint>{texts.link}</EmailHint>
    </EmailLayout>
  );
}

function WhyRecipient({ language, owner_name, unsubscribeUrl }: PrivateLink) {
  const { why, unsubscribe } = inviteeMessages[language].emails;
  return (
    <>
      {why(owner_name)} <EmailLink href={unsubscribeUrl}>{unsubscribe}</EmailLink>
    </>
  );
}
