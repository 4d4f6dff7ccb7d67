import {
  type ClosingParts,
  type Decision,
  listPlanFields,
  pathNames,
} from "#contract/decisions.ts";
import { formatDay } from "#server/days.ts";
import { Letter } from "#server/mail/letter.tsx";
import {
  LetterButton,
  LetterFacts,
  LetterHeading,
  LetterHint,
  LetterLink,
  LetterText,
} from "#server/mail/letter-parts.tsx";
import { type RenderedMail, renderMail } from "#server/mail/render-mail.ts";

interface ClosingLetter {
  first_name: string;
  /** Null where the profile has none. */
  owner_name: string | null;
  title: string;
  parts: ClosingParts;
  unsubscribe_address: string;
}

/** What the owner heard and decided, sent to people who were asked: the owner's own text in a fixed frame. */
export function composeClosingLetter(letter: ClosingLetter): Promise<RenderedMail> {
  const owner = letter.owner_name ?? "Someone who valued your view";
  const subject = `${owner} wrote to you about “${letter.title}”`;
  return renderMail(subject, <ClosingLetterMail {...letter} owner={owner} />);
}

function ClosingLetterMail({
  first_name,
  owner_name,
  owner,
  title,
  parts,
  unsubscribe_address,
}: ClosingLetter & { owner: string }) {
  return (
    <Letter
      preview="What was heard, what was decided, and thank you."
      footer={
        <>
          You receive this because {owner_name ?? "someone"} asked for your perspective on this
          before. There is nothing to answer.{" "}
          <LetterLink href={unsubscribe_address}>No more of these letters</LetterLink>
        </>
      }
    >
      <LetterHeading>“{title}”</LetterHeading>
      <LetterText>Dear {first_name},</LetterText>
      <LetterText>
        {owner} asked some people how they see this, and now closes the loop with everyone who was
        asked.
      </LetterText>
      <Part name="What I heard" text={parts.heard} />
      <Part name="What I decided" text={parts.decided} />
      <Part name="Thank you" text={parts.thanks} />
    </Letter>
  );
}

function Part({ name, text }: { name: string; text: string }) {
  if (text === "") return null;
  return (
    <>
      <LetterHint>{name}</LetterHint>
      {text.split(/\n{2,}/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place
        <LetterText key={index}>
          <Lines text={paragraph} />
        </LetterText>
      ))}
    </>
  );
}

/** Line breaks are the writer's. */
function Lines({ text }: { text: string }) {
  return text.split("\n").map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
    <span key={index}>
      {index > 0 && <br />}
      {line}
    </span>
  ));
}

interface LookBack {
  title: string;
  decision: Decision;
  /** Undefined where there are no insights, or they may not be read. */
  theme: string | undefined;
  decision_address: string;
  turn_off_address: string;
  settings_address: string;
}

/** The letter to the owner on their review date. */
export function composeLookBack(letter: LookBack): Promise<RenderedMail> {
  return renderMail(`Looking back on “${letter.title}”`, <LookBackMail {...letter} />);
}

function LookBackMail({
  title,
  decision,
  theme,
  decision_address,
  turn_off_address,
  settings_address,
}: LookBack) {
  const { path, prediction, confidence } = decision;
  const fields = listPlanFields(decision).filter(({ text }) => text !== "");
  const facts = [
    ...(prediction === "" ? [] : [{ name: "You predicted", value: prediction }]),
    ...(prediction === "" || confidence === null
      ? []
      : [{ name: "How sure you were", value: `${confidence}%` }]),
    ...(theme === undefined ? [] : [{ name: "What people spoke of most", value: theme }]),
  ];
  return (
    <Letter
      preview="This is the day you chose to look back."
      footer={
        <>
          You chose this day yourself where you wrote your plan. It is the only letter about it.{" "}
          <LetterLink href={turn_off_address}>
            No more letters about deadlines and review dates
          </LetterLink>
          {" · "}
          <LetterLink href={settings_address}>Choose your letters</LetterLink>
        </>
      }
    >
      <LetterHeading>Looking back on “{title}”</LetterHeading>
      <LetterText>
        {path === null
          ? "This is the day you chose to look back. You had not chosen a path yet."
          : `This is the day you chose to look back. You chose: ${pathNames[path]}.`}
      </LetterText>
      {fields.map(({ name, label, kind, text }) => (
        <Part key={name} name={label} text={kind === "day" ? formatDay(text) : text} />
      ))}
      {facts.length > 0 && <LetterFacts facts={facts} />}
      <LetterButton href={decision_address}>Write what happened</LetterButton>
    </Letter>
  );
}
