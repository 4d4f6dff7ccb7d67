import type { EmailTexts } from "../en/emails.ts";

const someone = "Una persona per cui il tuo parere conta";
const keepLink = "Il link è solo per te: per favore, non condividerlo.";

const about = (minutes: string) => `circa ${minutes} minuti`;

export const emails = {
  quoted: (title) => `«${title}»`,
  greeting: (name) => `Ciao ${name},`,
  factMark: ": ",
  why: (owner) => `${owner ?? "Qualcuno"} ha inserito il tuo indirizzo per chiederti un parere.`,
  unsubscribe: "Non ricevere più email",
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
        `${owner ?? someone} ti ha già scritto in proposito e vorrebbe ancora sapere come la vedi.`,
      reminder: (owner) =>
        `${owner ?? someone} ti ha chiesto qualche tempo fa come la vedi. Qualche tua frase sarebbe ancora d’aiuto.`,
    },
    preview: (minutes) => `Poche domande, ${about(minutes)}. Non serve un account.`,
    ifAnswered: "Se hai già risposto, grazie: non devi fare altro.",
    duration: "Durata",
    minutes: (minutes) => `${about(minutes)}, senza account`,
    openUntil: "Scadenza",
    reader: "Chi legge le tue risposte",
    namedReader: (owner) => `${owner ?? "Chi ti ha mandato l’invito"}, con il tuo nome accanto`,
    anonymousReader: (owner) =>
      `${owner ?? "Chi ti ha mandato l’invito"}, senza il tuo nome accanto`,
    anonymous:
      "Cosa significa «anonimo»: le tue risposte restano sigillate fino alla chiusura della richiesta e il tuo nome non viene mostrato accanto. Se rispondono meno di 3 persone, non viene mostrato nulla e tutto viene cancellato. Il tuo modo di scrivere può rivelare chi sei.",
    link: `${keepLink} Se preferisci non rispondere, puoi dirlo nella stessa pagina e non riceverai altre email al riguardo.`,
  },
  furtherQuestion: {
    subject: (owner, title) => `${owner ?? someone} ha ancora una domanda su «${title}»`,
    reminder: (title) => `Promemoria: ancora una domanda su «${title}»`,
    opening: (owner, question) => `${owner ?? someone} ha ancora una domanda per te: ${question}`,
    sealed:
      "Fino ad allora la tua risposta resta sigillata e il tuo nome non compare accanto. Se rispondono meno di 3 persone, non si mostra nulla e tutto viene cancellato. Il tuo modo di scrivere può tradirti.",
  },
  privateLink: {
    subject: (title) => `Il tuo link privato per «${title}»`,
    preview: "Il link che hai chiesto.",
    opening: (owner) =>
      `Ecco il link privato richiesto con il tuo indirizzo. ${owner ?? someone} vorrebbe sapere come la vedi.`,
    link: `${keepLink} Se non l’hai chiesto tu, puoi ignorare questa email.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null
        ? `Com’è andata con «${title}»`
        : `${owner} ti ha scritto a proposito di «${title}»`,
    preview: "Cosa è emerso, cosa è stato deciso e un grazie.",
    opening: (owner) =>
      `${owner ?? someone} ti aveva chiesto un parere su questo. Ecco com’è andata.`,
    heard: "Quello che ho ascoltato",
    decided: "Quello che ho deciso",
    thanks: "Grazie",
    why: (owner) =>
      `Ricevi questa email perché ${owner ?? "qualcuno"} ti aveva chiesto un parere su questo. Non c’è nulla a cui rispondere.`,
    unsubscribe: "Non ricevere più email come questa",
  },
} satisfies EmailTexts;
