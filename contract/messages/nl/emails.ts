import type { EmailTexts } from "../en/emails.ts";

const someone = "Iemand die waarde hecht aan jouw mening,";
const keepLink = "Deze link is alleen voor jou, dus deel hem alsjeblieft niet met anderen.";

const about = (minutes: string) => `ongeveer ${minutes.replace("-", " tot ")} minuten`;

export const emails = {
  quoted: (title) => `‘${title}’`,
  greeting: (name) => `Hoi ${name},`,
  factMark: ": ",
  why: (owner) => `${owner ?? "Iemand"} heeft je adres ingevuld om je mening te vragen.`,
  unsubscribe: "Afmelden",
  button: "Vertel hoe jij het ziet",
  invitation: {
    subjects: {
      invitation: (owner, title) =>
        owner === null
          ? `Jouw mening wordt gevraagd over ‘${title}’`
          : `${owner} vraagt jouw mening over ‘${title}’`,
      invitation_again: (owner, title) =>
        owner === null
          ? `Jouw mening wordt nog steeds gevraagd over ‘${title}’`
          : `${owner} hoort nog steeds graag jouw mening over ‘${title}’`,
      reminder: (owner, title) =>
        owner === null
          ? `Jouw mening over ‘${title}’ is nog steeds welkom`
          : `${owner} hoopt nog op jouw mening over ‘${title}’`,
    },
    openings: {
      invitation: (owner) =>
        `${owner ?? someone} denkt hierover na en hoort graag hoe jij het ziet.`,
      invitation_again: (owner) =>
        `${owner ?? someone} heeft je hier al eerder over geschreven en hoort nog steeds graag hoe jij het ziet.`,
      reminder: (owner) =>
        `${owner ?? someone} vroeg je een tijdje geleden hoe jij dit ziet. Een paar zinnen van jou zouden nog steeds helpen.`,
    },
    preview: (minutes) => `Een paar vragen, ${about(minutes)}. Je hebt geen account nodig.`,
    ifAnswered: "Heb je al geantwoord? Dank je wel, dan hoef je niets meer te doen.",
    duration: "Duur",
    minutes: (minutes) => `${about(minutes)}, zonder account`,
    openUntil: "Open tot en met",
    reader: "Wie je antwoorden leest",
    namedReader: (owner) => `${owner ?? "Degene die je heeft uitgenodigd"}, met je naam erbij`,
    anonymousReader: (owner) =>
      `${owner ?? "Degene die je heeft uitgenodigd"}, zonder je naam erbij`,
    anonymous:
      "Wat anoniem betekent: je antwoorden blijven verzegeld tot deze ronde sluit, en je naam wordt er niet bij getoond. Als minder dan 3 mensen antwoorden, wordt er niets getoond en wordt alles verwijderd. Je woordkeuze kan je verraden.",
    link: `${keepLink} Wil je liever niet antwoorden, dan kun je dat op dezelfde pagina aangeven. Je krijgt er dan geen e-mails meer over.`,
  },
  furtherQuestion: {
    subject: (owner, title) =>
      owner === null
        ? `Nog één vraag over ‘${title}’`
        : `${owner} heeft nog één vraag over ‘${title}’`,
    reminder: (title) => `Herinnering: nog één vraag over ‘${title}’`,
    opening: (owner, question) => `${owner ?? someone} heeft nog één vraag voor je: ${question}`,
    sealed:
      "Tot dan blijft je antwoord verzegeld en staat je naam er niet bij. Als minder dan 3 mensen antwoorden, wordt er niets getoond en wordt alles verwijderd. Je manier van schrijven kan je verraden.",
  },
  privateLink: {
    subject: (title) => `Je persoonlijke link voor ‘${title}’`,
    preview: "De link waar je om vroeg.",
    opening: (owner) =>
      `Hier is de persoonlijke link die met jouw adres is aangevraagd. ${owner ?? someone} hoort graag hoe jij het ziet.`,
    link: `${keepLink} Heb je er niet om gevraagd, dan kun je deze e-mail negeren.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null
        ? `Wat er van ‘${title}’ is geworden`
        : `${owner} heeft je geschreven over ‘${title}’`,
    preview: "Wat eruit kwam, wat er is besloten en een bedankje.",
    opening: (owner) => `${owner ?? someone} vroeg je hoe jij dit ziet. Dit is eruit gekomen.`,
    heard: "Wat ik heb gehoord",
    decided: "Wat ik heb besloten",
    thanks: "Dank je wel",
    why: (owner) =>
      `Je krijgt deze e-mail omdat ${owner ?? "iemand"} je eerder vroeg hoe jij dit ziet. Je hoeft niet te antwoorden.`,
    unsubscribe: "Geen e-mails meer zoals deze",
  },
} satisfies EmailTexts;
