import type { FormMessages } from "../en/forms.ts";

export const forms = {
  otherLanguages: "Lingua",

  private: "Privato",
  linkPreviewTitle: "Qualcuno vorrebbe sapere come la vedi",
  linkPreviewLine: "Poche domande a cui rispondere in privato. Non serve un account.",

  shareTitle: "Il tuo parere, in privato",
  wereYouInvited: "Hai ricevuto un invito?",
  enterAddress:
    "Una persona che conosci ti chiede un parere, in privato. Inserisci l’indirizzo email a cui è stato mandato l’invito e ti invieremo il tuo link.",
  yourAddress: "Il tuo indirizzo email",
  sendMyLink: "Inviami il link",
  linkIsYours:
    "Il link viene inviato via email solo a te: così nessuno può rispondere al posto tuo.",
  addressUse:
    "Il tuo indirizzo viene usato solo per questa email. Niente account, niente password, niente cookie.",
  checkYourEmail: "Controlla la tua email",
  onItsWay: "Se c’è un invito per questo indirizzo, il link privato è in arrivo.",
  aMinuteOrTwo: "Ci vogliono uno o due minuti. Controlla anche nello spam.",
  anotherAddress: "Prova un altro indirizzo",
  askedForYourView: "Ti chiedono un parere su",
  firstName: "Il tuo nome",
  start: "Inizia",
  howItWorks: "Poche domande, una alla volta. Prima di scrivere vedrai chi legge le tue risposte.",
  sealedAnswers:
    "Le risposte restano sigillate fino alla chiusura. Poi vengono mostrate tutte insieme, senza nomi. Niente account, niente password, niente cookie.",
  namedAnswers:
    "Solo chi fa le domande legge le tue risposte, con il tuo nome accanto. Niente account, niente password, niente cookie.",
  addressMissing: "Inserisci un indirizzo email",
  addressMalformed: "Inserisci un indirizzo email valido",
  firstNameMissing: "Inserisci un nome",
  tooLong: "È troppo lungo. Accorcialo un po’.",
  tooOften: "Troppe richieste. Riprova tra poco.",
  failed: "Qualcosa è andato storto da parte nostra. Riprova.",

  unsentTitle: "Risposte non inviate",
  stillHere: "Le tue risposte sono ancora qui",
  questionNumber: (number: number) => `Domanda ${number}`,
  encouragementNote: "Parole di incoraggiamento",

  writtenWhy: "Puoi modificarlo o ritirarlo fino alla chiusura.",
  changeSeen: "Il giorno della modifica è indicato accanto alle tue risposte.",
  saveChanges: "Salva le modifiche",
  saved: "Le tue modifiche sono salvate.",
  withdraw: "Ritira quello che ho scritto",
  withdrawWhy:
    "Viene cancellato e non si può recuperare. Puoi rispondere di nuovo con il tuo link privato.",
  withdrawNow: "Cancella per sempre",
  withdrawnTitle: "Risposte ritirate",
  withdrawn:
    "Quello che hai scritto è stato cancellato. Puoi rispondere di nuovo fino alla chiusura.",
  answerAgain: "Rispondi di nuovo",

  unsubscribeTitle: "Non ricevere più email",
  noMoreFrom: (owner: string | null) =>
    `Non vuoi più ricevere email da ${owner ?? "questa persona"}?`,
  linksKeepWorking: "I link che hai già continueranno a funzionare.",
  unsubscribe: "Smetti di riceverle",
  stopEveryone: "Non ricevere email da nessuno su Paraline",
  subscribedAgain: "Email riattivate",
  canGetAgain: (owner: string | null) =>
    `Puoi di nuovo ricevere email da ${owner ?? "questa persona"}.`,
  unsubscribed: "Email disattivate",
  noneFrom: (owner: string | null) => `Non riceverai più email da ${owner ?? "questa persona"}.`,
  noneFromButOthers: (owner: string | null) =>
    `Non riceverai più email da ${owner ?? "questa persona"}. Altre persone su Paraline possono di nuovo scriverti.`,
  getFromAgain: (owner: string | null) => `Ricevi di nuovo email da ${owner ?? "questa persona"}`,
  noneFromAnyone: "Non riceverai più email da nessuno su Paraline.",
  getAgain: "Ricevi di nuovo email",
  unsubscribeInvalid: "Questo link di disiscrizione non è valido.",
  openFromEmail: "Aprilo di nuovo dall’email o copialo per intero.",
} satisfies FormMessages;
