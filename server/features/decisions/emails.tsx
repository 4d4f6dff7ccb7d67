import {
  type ClosingParts,
  type Decision,
  listPlanFields,
  pathNames,
} from "#contract/decisions.ts";
import type { Language } from "#contract/languages.ts";
import { inviteeMessages } from "#contract/messages/all.ts";
import { formatDay } from "#contract/values/days.ts";
import { isolate, isolateIn } from "#contract/values/isolate.ts";
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

interface ClosingLetter {
  /** The language of the paraline. */
  language: Language;
  first_name: string;
  owner_name: string | null;
  title: string;
  parts: ClosingParts;
  unsubscribeUrl: string;
}

/** What the owner heard and decided, sent to people who were asked: the owner's own text in a fixed frame. */
export function composeClosingLetter(mail: ClosingLetter): Promise<RenderedEmail> {
  const { subject } = inviteeMessages[mail.language].emails.closingLetter;
  return renderEmail(subject(mail.owner_name, mail.title), <ClosingLetterEmail {...mail} />);
}

function ClosingLetterEmail({ language, title, parts, unsubscribeUrl, ...names }: ClosingLetter) {
  const { closingLetter: texts, ...shared } = inviteeMessages[language].emails;
  const owner = isolateIn(language, names.owner_name);
  return (
    <EmailLayout
      language={language}
      preview={texts.preview}
      footer={
        <>
          {texts.why(owner)} <EmailLink href={unsubscribeUrl}>{texts.unsubscribe}</EmailLink>
        </>
      }
    >
      <EmailHeading>{shared.quoted(title)}</EmailHeading>
      <EmailText>{shared.greeting(isolateIn(language, names.first_name))}</EmailText>
      <EmailText>{texts.opening(owner)}</EmailText>
      <Part name={texts.heard} text={parts.heard} />
      <Part name={texts.decided} text={parts.decided} />
      <Part name={texts.thanks} text={parts.thanks} />
    </EmailLayout>
  );
}

function Part({ name, text }: { name: string; text: string }) {
  if (text === "") return null;
  return (
    <>
      <EmailHint>{name}</EmailHint>
      {text.split(/\n{2,}/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are identified by their position
        <EmailText key={index} isWritten>
          <Lines text={paragraph} />
        </EmailText>
      ))}
    </>
  );
}

function Lines({ text }: { text: string }) {
  return text.split("\n").map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position
    <span key={index}>
      {index > 0 && <br />}
      {line}
    </span>
  ));
}

interface ReviewReminder {
  title: string;
  decision: Decision;
  theme: string | undefined;
  decisionUrl: string;
  turnOffUrl: string;
  settingsUrl: string;
}

export function composeReviewReminder(mail: ReviewReminder): Promise<RenderedEmail> {
  return renderEmail(`Your review of “${mail.title}”`, <ReviewReminderEmail {...mail} />);
}

function ReviewReminderEmail({
  title,
  decision,
  theme,
  decisionUrl,
  turnOffUrl,
  settingsUrl,
}: ReviewReminder) {
  const { path, prediction, confidence } = decision;
  const fields = listPlanFields(decision).filter(({ text }) => text !== "");
  const facts = [
    ...(prediction === "" ? [] : [{ name: "You predicted", value: isolate(prediction) }]),
    ...(prediction === "" || confidence === null
      ? []
      : [{ name: "How sure you were", value: `${confidence}%` }]),
    ...(theme === undefined ? [] : [{ name: "What people mentioned most", value: isolate(theme) }]),
  ];
  return (
    <EmailLayout
      preview="Today is your review date."
      footer={
        <>
          You chose this day when you wrote your plan. This is the only email about it.{" "}
          <EmailLink href={turnOffUrl}>No more emails about deadlines and review dates</EmailLink>
          {" · "}
          <EmailLink href={settingsUrl}>Choose your emails</EmailLink>
        </>
      }
    >
      <EmailHeading>Your review of “{title}”</EmailHeading>
      <EmailText>
        {path === null
          ? "Today is your review date. You have not chosen a path yet."
          : `Today is your review date. Your path: ${pathNames[path]}.`}
      </EmailText>
      {fields.map(({ name, label, kind, text }) => (
        <Part key={name} name={label} text={kind === "day" ? formatDay(text) : text} />
      ))}
      {facts.length > 0 && <EmailFacts facts={facts} />}
      <EmailButton href={decisionUrl}>Write what happened</EmailButton>
    </EmailLayout>
  );
}
