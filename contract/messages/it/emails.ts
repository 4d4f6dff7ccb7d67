import type { EmailTexts } from "../en/emails.ts";

const someone = "Una persona che tiene al tuo parere";
const keepLink = "Il link è solo per te: per favore, non condividerlo.";

const about = (minutes: string) => `circa ${minutes} minuti`;

export const emails = {
  quoted: (title) => `«${title}»`,
  greeting: (name) => `Ciao ${name},`,
  factMark: ": ",
  why: (owner) => `${owner ?? "Qualcuno"} ha inserito il tuo indirizzo per chiederti un parere.`,
  unsubscribe: "Annulla l’iscrizione",
  button: "Di’ la tua",
  invitation: {
    subjects: {
      invitation: (owner, title) => `${owner ?? someone} vorrebbe sapere cosa ne pensi: «${title}»`,
      invitation_again: (owner, title) =>
        `${owner ?? someone} vorrebbe ancora sapere cosa ne pensi: «${title}»`,
      reminder: (owner, title) => `${owner ?? someone} spera ancora nella tua risposta: «${title}»`,
    },
    openings: {
      invitation: (owner) =>
        `${owner ?? someone} ci sta riflettendo e vorrebbe sapere come la vedi tu.`,
      invitation_again: (owner) =>
        `${owner ?? someone} ti ha già scritto su questo e vorrebbe ancora sapere come la vedi tu.`,
      reminder: (owner) =>
        `${owner ?? someone} ti ha chiesto qualche tempo fa come la vedi. Qualche frase da parte tua aiuterebbe ancora.`,
    },
    preview: (minutes) => `Qualche domanda, ${about(minutes)}. Non serve un account.`,
    ifAnswered: "Se hai già risposto, grazie: non resta altro da fare.",
    duration: "Richiede",
    minutes: (minutes) => `${about(minutes)}, senza account`,
    openUntil: "Aperto fino al",
    reader: "Chi legge",
    namedReader: (owner) => `${owner ?? "La persona che ti scrive"}, con il tuo nome accanto`,
    anonymousReader: (owner) => `${owner ?? "La persona che ti scrive"}, senza il tuo nome accanto`,
    anonymous:
      "Che cosa significa anonimo: le tue risposte restano sigillate fino alla chiusura e il tuo nome non compare accanto. Se rispondono meno di 3 persone, non viene mostrato nulla e tutto viene cancellato. Il tuo modo di scrivere può farti riconoscere.",
    link: `${keepLink} Se preferisci non rispondere, puoi dirlo nella stessa pagina e non riceverai altre email su questo.`,
  },
  privateLink: {
    subject: (title) => `Il tuo link personale per «${title}»`,
    preview: "Il link che hai chiesto.",
    opening: (owner) =>
      `Ecco il link personale richiesto con il tuo indirizzo. ${owner ?? someone} vorrebbe sapere come la vedi.`,
    link: `${keepLink} Se non l’hai chiesto tu, puoi ignorare questa email.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null ? `Com’è andata con «${title}»` : `${owner} ti ha scritto di «${title}»`,
    preview: "Che cosa è emerso, che cosa è stato deciso, e grazie.",
    opening: (owner) => `${owner ?? someone} ti aveva chiesto un parere. Ecco che cosa ne è nato.`,
    heard: "Che cosa ho sentito",
    decided: "Che cosa ho deciso",
    thanks: "Grazie",
    why: (owner) =>
      `Ricevi questa email perché ${owner ?? "qualcuno"} ti aveva chiesto un parere su questo. Non occorre rispondere.`,
    unsubscribe: "Non ricevere più email come questa",
  },
} satisfies EmailTexts;
