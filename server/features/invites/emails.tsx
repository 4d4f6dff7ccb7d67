import { format, parseISO } from "date-fns";
import { estimatedMinutes } from "#contract/limits.ts";
import {
  Letter,
  LetterButton,
  LetterFacts,
  LetterHeading,
  LetterHint,
  LetterLink,
  LetterText,
  renderMail,
} from "#server/mail/letter.tsx";

export interface Invitation {
  first_name: string;
  /** Null where the profile has none. */
  owner_name: string | null;
  title: string;
  is_anonymous: boolean;
  deadline: string | null;
  questions_count: number;
  invite_address: string;
  unsubscribe_address: string;
  /** Sent once more, because the owner asked for it. */
  again: boolean;
}

/** The letter with a person's private link: fixed wording around the owner's title. */
export async function composeInvitation(
  invitation: Invitation,
): Promise<{ subject: string; html: string; text: string }> {
  const owner = invitation.owner_name ?? "Someone who values your view";
  const subject = `${owner} ${invitation.again ? "would still like" : "would like"} your perspective on “${invitation.title}”`;
  return { subject, ...(await renderMail(<InvitationLetter {...invitation} owner={owner} />)) };
}

function InvitationLetter({ owner, ...invitation }: Invitation & { owner: string }) {
  const minutes = `about ${estimatedMinutes(invitation.questions_count)} minutes`;
  return (
    <Letter
      preview={`A few questions, ${minutes}. No account needed.`}
      footer={
        <>
          You receive this because {invitation.owner_name ?? "someone"} gave your address to ask for
          your perspective.{" "}
          <LetterLink href={invitation.unsubscribe_address}>No more of these letters</LetterLink>
        </>
      }
    >
      <LetterHeading>“{invitation.title}”</LetterHeading>
      <LetterText>Dear {invitation.first_name},</LetterText>
      <LetterText>
        {invitation.again
          ? `${owner} wrote to you about this before, and would still like to hear how you see it.`
          : `${owner} is thinking this through and would like to hear how you see it.`}
      </LetterText>
      <LetterFacts facts={factsOf(invitation, minutes)} />
      <LetterButton href={invitation.invite_address}>Share your perspective</LetterButton>
      {invitation.is_anonymous && (
        <LetterHint>
          What anonymous means: no name stands beside your answers, and nobody reads them before at
          least three people have answered, unless you choose otherwise. Your wording may still give
          you away.
        </LetterHint>
      )}
      <LetterHint>
        The link is yours alone, so please keep it to yourself. If you would rather not answer, the
        same page lets you say so, and nobody writes to you about it again.
      </LetterHint>
    </Letter>
  );
}

function factsOf(
  { is_anonymous, deadline, owner_name }: Invitation,
  minutes: string,
): { name: string; value: string }[] {
  const reader = owner_name ?? "The person who invited you";
  return [
    { name: "It takes", value: `${minutes}, without an account` },
    ...(deadline === null
      ? []
      : [{ name: "Open until", value: format(parseISO(deadline), "MMM dd, yyyy") }]),
    {
      name: "Who reads it",
      value: is_anonymous
        ? `${reader}, without your name beside it`
        : `${reader}, with your name beside it`,
    },
  ];
}
