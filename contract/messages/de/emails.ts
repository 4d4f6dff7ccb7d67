import type { EmailTexts } from "../en/emails.ts";

const someone = "Eine Person, der deine Sicht wichtig ist,";
const keepLink = "Dieser Link ist nur für dich. Bitte gib ihn nicht weiter.";

const about = (minutes: string) => `etwa ${minutes} Minuten`;

export const emails = {
  quoted: (title) => `„${title}“`,
  greeting: (name) => `Hallo ${name},`,
  factMark: ": ",
  why: (owner) =>
    `${owner ?? "Jemand"} hat deine Adresse eingetragen, um dich nach deiner Sicht zu fragen.`,
  unsubscribe: "Abbestellen",
  button: "Sag, wie du das siehst",
  invitation: {
    subjects: {
      invitation: (owner, title) =>
        owner === null
          ? `Deine Sicht ist gefragt: „${title}“`
          : `${owner} fragt nach deiner Sicht: „${title}“`,
      invitation_again: (owner, title) =>
        owner === null
          ? `Deine Sicht ist immer noch gefragt: „${title}“`
          : `${owner} wüsste immer noch gern, wie du das siehst: „${title}“`,
      reminder: (owner, title) =>
        owner === null
          ? `Deine Antwort wäre immer noch willkommen: „${title}“`
          : `${owner} hofft noch auf deine Antwort: „${title}“`,
    },
    openings: {
      invitation: (owner) =>
        `${owner ?? someone} denkt gerade darüber nach und wüsste gern, wie du das siehst.`,
      invitation_again: (owner) =>
        `${owner ?? someone} hat dir deswegen schon einmal geschrieben und wüsste immer noch gern, wie du das siehst.`,
      reminder: (owner) =>
        `${owner ?? someone} hat dich vor einer Weile gefragt, wie du das siehst. Ein paar Sätze von dir würden immer noch helfen.`,
    },
    preview: (minutes) => `Ein paar Fragen, ${about(minutes)}. Du brauchst kein Konto.`,
    ifAnswered: "Falls du schon geantwortet hast: Danke! Dann ist nichts mehr zu tun.",
    duration: "Dauer",
    minutes: (minutes) => `${about(minutes)}, ohne Konto`,
    openUntil: "Offen bis",
    reader: "Wer deine Antworten liest",
    namedReader: (owner) => `${owner ?? "Die Person, die dich eingeladen hat"}, mit deinem Namen`,
    anonymousReader: (owner) =>
      `${owner ?? "Die Person, die dich eingeladen hat"}, ohne deinen Namen`,
    anonymous:
      "Was anonym heißt: Deine Antworten bleiben versiegelt, bis diese Runde endet, und werden ohne deinen Namen gezeigt. Wenn weniger als 3 Personen antworten, wird nichts gezeigt und alles gelöscht. Deine Wortwahl kann dich verraten.",
    link: `${keepLink} Wenn du lieber nicht antworten möchtest, kannst du das auf derselben Seite sagen. Dann bekommst du dazu keine E-Mails mehr.`,
  },
  furtherQuestion: {
    subject: (owner, title) =>
      owner === null
        ? `Noch eine Frage zu „${title}“`
        : `${owner} hat noch eine Frage zu „${title}“`,
    reminder: (title) => `Erinnerung: noch eine Frage zu „${title}“`,
    opening: (owner, question) => `${owner ?? someone} hat noch eine Frage an dich: ${question}`,
    sealed:
      "Bis dahin bleibt deine Antwort versiegelt, und dein Name steht nicht dabei. Wenn weniger als 3 Personen antworten, wird nichts gezeigt und alles gelöscht. Deine Wortwahl kann dich verraten.",
  },
  privateLink: {
    subject: (title) => `Dein persönlicher Link zu „${title}“`,
    preview: "Der Link, um den du gebeten hast.",
    opening: (owner) =>
      `Hier ist der persönliche Link, der mit deiner Adresse angefordert wurde. ${owner ?? someone} wüsste gern, wie du das siehst.`,
    link: `${keepLink} Wenn du ihn nicht angefordert hast, kannst du diese E-Mail ignorieren.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null
        ? `Was aus „${title}“ geworden ist`
        : `${owner} hat dir zu „${title}“ geschrieben`,
    preview: "Was angekommen ist, was entschieden wurde – und ein Dankeschön.",
    opening: (owner) =>
      `${owner ?? someone} hat dich gefragt, wie du das siehst. Das ist daraus geworden.`,
    heard: "Was bei mir angekommen ist",
    decided: "Was ich entschieden habe",
    thanks: "Danke",
    why: (owner) =>
      `Du bekommst diese E-Mail, weil ${owner ?? "jemand"} dich vor einiger Zeit nach deiner Sicht gefragt hat. Du brauchst nicht zu antworten.`,
    unsubscribe: "Keine solchen E-Mails mehr",
  },
} satisfies EmailTexts;
