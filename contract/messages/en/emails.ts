const someone = "Someone who values your view";
const keepLink = "The link is yours alone, so please keep it to yourself.";

/**
 * What emails to invitees say. `owner` is null if the profile has no name. Every other language has the same texts:
 * the type check names what one lacks.
 */
export const emails = {
  /** A title as a quotation. */
  quoted: (title: string) => `“${title}”`,
  greeting: (name: string) => `Dear ${name},`,
  /** Between the name of a fact and its value. */
  factMark: ": ",
  why: (owner: string | null) =>
    `${owner ?? "Someone"} entered your address to ask for your perspective.`,
  unsubscribe: "Unsubscribe",
  button: "Share your perspective",
  invitation: {
    /** The subject and the first sentence of an invitation, one sent again, and a reminder. */
    subjects: {
      invitation: (owner: string | null, title: string) =>
        `${owner ?? someone} would like your perspective on “${title}”`,
      invitation_again: (owner: string | null, title: string) =>
        `${owner ?? someone} would still like your perspective on “${title}”`,
      reminder: (owner: string | null, title: string) =>
        `${owner ?? someone} is still hoping for your perspective on “${title}”`,
    },
    openings: {
      invitation: (owner: string | null) =>
        `${owner ?? someone} is thinking this through and would like to hear how you see it.`,
      invitation_again: (owner: string | null) =>
        `${owner ?? someone} wrote to you about this before, and would still like to hear how you see it.`,
      reminder: (owner: string | null) =>
        `${owner ?? someone} asked how you see this a while ago. A few sentences from you would still help.`,
    },
    /** `minutes` is a range such as 3-5. */
    preview: (minutes: string) => `A few questions, about ${minutes} minutes. No account needed.`,
    ifAnswered: "If you have answered already, thank you: there is nothing left to do.",
    duration: "It takes",
    minutes: (minutes: string) => `about ${minutes} minutes, no account needed`,
    openUntil: "Open until",
    reader: "Who reads it",
    namedReader: (owner: string | null) =>
      `${owner ?? "The person who invited you"}, with your name beside it`,
    anonymousReader: (owner: string | null) =>
      `${owner ?? "The person who invited you"}, without your name beside it`,
    anonymous:
      "What anonymous means: your answers stay sealed until this paraline closes, and your name is not shown with them. If fewer than 3 people answer, nothing is shown and everything is deleted. Your wording may give you away.",
    link: `${keepLink} If you would rather not answer, you can say so on the same page, and no one will email you about it again.`,
  },
  /** A further question, quoted, and its reminder. */
  furtherQuestion: {
    subject: (owner: string | null, title: string) =>
      `${owner ?? someone} has one more question about “${title}”`,
    reminder: (title: string) => `Reminder: one more question about “${title}”`,
    opening: (owner: string | null, question: string) =>
      `${owner ?? someone} has one more question for you: ${question}`,
    sealed:
      "Your answer stays sealed until then, and your name is not shown with it. If fewer than 3 people answer, nothing is shown and everything is deleted. Your wording may give you away.",
  },
  privateLink: {
    subject: (title: string) => `Your private link to “${title}”`,
    preview: "The link you asked for.",
    opening: (owner: string | null) =>
      `Here is the private link that was requested with your address. ${owner ?? someone} would like to hear how you see it.`,
    link: `${keepLink} If you didn't request it, you can ignore this email.`,
  },
  closingLetter: {
    subject: (owner: string | null, title: string) =>
      `${owner ?? "Someone who valued your view"} wrote to you about “${title}”`,
    preview: "What was heard, what was decided, and thank you.",
    opening: (owner: string | null) =>
      `${owner ?? "Someone who valued your view"} asked for your view on this. Here is what came of it.`,
    heard: "What I heard",
    decided: "What I decided",
    thanks: "Thank you",
    why: (owner: string | null) =>
      `You receive this because ${owner ?? "someone"} asked for your perspective on this before. There is nothing to answer.`,
    unsubscribe: "No more of these emails",
  },
};

export type EmailTexts = typeof emails;
