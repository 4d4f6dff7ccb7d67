import type { EmailTexts } from "../en/emails.ts";

const someone = "Jemand, dem deine Sicht wichtig ist,";
const keepLink = "Dieser Link ist nur für dich, gib ihn also bitte nicht weiter.";

const about = (minutes: string) => `etwa ${minutes} Minuten`;

export const emails = {
  quoted: (title) => `„${title}“`,
  greeting: (name) => `Hallo ${name},`,
  factMark: ": ",
  why: (owner) =>
    `${owner ?? "Jemand"} hat deine Adresse eingetragen, um dich nach deiner Sicht zu fragen.`,
  unsubscribe: "Abbestellen",
  button: "Sag, wie du es siehst",
  invitation: {
    subjects: {
      invitation: (owner, title) =>
        owner === null
          ? `Deine Sicht ist gefragt: „${title}“`
          : `${owner} fragt nach deiner Sicht: „${title}“`,
      invitation_again: (owner, title) =>
        owner === null
          ? `Deine Sicht ist noch immer gefragt: „${title}“`
          : `${owner} wüsste noch immer gern, wie du es siehst: „${title}“`,
      reminder: (owner, title) =>
        owner === null
          ? `Deine Antwort wäre noch immer willkommen: „${title}“`
          : `${owner} hofft noch auf deine Antwort: „${title}“`,
    },
    openings: {
      invitation: (owner) =>
        `${owner ?? someone} denkt gerade darüber nach und wüsste gern, wie du es siehst.`,
      invitation_again: (owner) =>
        `${owner ?? someone} hat dir deswegen schon einmal geschrieben und wüsste noch immer gern, wie du es siehst.`,
      reminder: (owner) =>
        `${owner ?? someone} hat dich vor einer Weile gefragt, wie du es siehst. Ein paar Sätze von dir würden noch immer helfen.`,
    },
    preview: (minutes) => `Ein paar Fragen, ${about(minutes)}. Du brauchst kein Konto.`,
    ifAnswered: "Falls du schon geantwortet hast: Danke! Dann ist nichts mehr zu tun.",
    duration: "Dauert",
    minutes: (minutes) => `${about(minutes)}, ohne Konto`,
    openUntil: "Offen bis",
    reader: "Wer es liest",
    namedReader: (owner) => `${owner ?? "Die Person, die dich fragt"}, mit deinem Namen dabei`,
    anonymousReader: (owner) => `${owner ?? "Die Person, die dich fragt"}, ohne deinen Namen dabei`,
    anonymous:
      "Was anonym heißt: Deine Antworten bleiben bis zum Schluss versiegelt, und dein Name steht nicht dabei. Antworten weniger als 3 Menschen, wird nichts gezeigt und alles gelöscht. Deine Wortwahl kann dich verraten.",
    link: `${keepLink} Wenn du lieber nicht antworten möchtest, kannst du das auf derselben Seite sagen. Dann bekommst du dazu keine E-Mails mehr.`,
  },
  privateLink: {
    subject: (title) => `Dein persönlicher Link zu „${title}“`,
    preview: "Der Link, um den du gebeten hast.",
    opening: (owner) =>
      `Hier ist der persönliche Link, der mit deiner Adresse angefordert wurde. ${owner ?? someone} wüsste gern, wie du es siehst.`,
    link: `${keepLink} Wenn du ihn nicht angefordert hast, kannst du diese E-Mail ignorieren.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null
        ? `Was aus „${title}“ geworden ist`
        : `${owner} hat dir zu „${title}“ geschrieben`,
    preview: "Was angekommen ist, was entschieden wurde, und danke.",
    opening: (owner) =>
      `${owner ?? someone} hat dich gefragt, wie du es siehst. Das ist daraus geworden.`,
    heard: "Was ich gehört habe",
    decided: "Was ich entschieden habe",
    thanks: "Danke",
    why: (owner) =>
      `Du bekommst diese E-Mail, weil ${owner ?? "jemand"} dich vor einiger Zeit nach deiner Sicht gefragt hat. Du brauchst nicht zu antworten.`,
    unsubscribe: "Keine solchen E-Mails mehr",
  },
} satisfies EmailTexts;
