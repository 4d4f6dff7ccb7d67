import type { LaterMessages } from "../en/later.ts";
import { formatLongDay } from "../format-in.ts";
import { plural } from "../plural.ts";

export const later = {
  errors: {
    circle_closed: "Questa richiesta è chiusa.",
    invite_invalid: "Questo link non è valido o è scaduto.",
    invite_completed: "Hai già inviato le tue risposte",
    invite_declined: "Hai scelto di non rispondere",
    link_full: "Questo link ha raggiunto il limite.",
    link_turned_off:
      "Il link condiviso è stato disattivato dopo che l’hai aperto. Aprilo di nuovo o chiedi a chi te l’ha mandato.",
    link_network_exhausted:
      "Nell’arco di un’ora 20 persone hanno iniziato a rispondere dalla tua rete, il massimo che questo link accetta. Aprilo di nuovo più tardi.",
    answers_none: "Rispondi ad almeno una domanda.",
    answer_too_long: "La risposta deve avere meno di 2000 caratteri",
    answer_invalid: "Scegli un numero da 1 a 5.",
    choice_invalid: "Scegli una delle opzioni. Se sono cambiate, ricarica la pagina.",
    question_unknown:
      "Una domanda è cambiata da quando hai aperto questa pagina. Copia la risposta che le hai dato, poi apri di nuovo il tuo link.",
    encouragement_too_long: "Le parole di incoraggiamento devono avere meno di 1000 caratteri",
    text_unstorable: "Alcuni caratteri non possono essere salvati. Togli i simboli insoliti.",
    receipt_wrong:
      "Questo codice non apre nessuna risposta qui. Controlla le quattro parole e riprova.",
    receipt_tries_exhausted: "10 codici erano sbagliati. Riprova tra un’ora.",
  },

  notifications: "Notifiche",
  dismiss: "Chiudi",
  missingTitle: "Apri di nuovo il tuo link",
  missing: "Apri di nuovo il link nella tua email",
  missingWhy: "L’indirizzo di questa pagina non contiene il tuo link.",
  missingDraft: "Se avevi scritto qualcosa, è salvato nel browser in cui l’hai scritto.",
  invalid: "Link non valido",
  askAgain: "Chiedi a chi ti ha mandato l’invito di inviartelo di nuovo.",
  openSharedLink: "Apri il link condiviso",
  completedTitle: "Risposte già inviate",
  completedThanks: "Grazie. Con ogni link si può rispondere una volta sola.",
  declinedTitle: "Senza risposta",
  declinedEmails: "Non riceverai altre email al riguardo.",
  answerAfterAll: "Voglio rispondere",
  unavailableTitle: "Caricamento non riuscito",
  unavailable: "Non è stato possibile caricare la richiesta",
  unavailableWhy: "Al momento non riusciamo a caricarla. Il tuo link è salvato.",
  tryAgain: "Riprova",
  written: "Quello che hai scritto",
  writtenUnsent: "Questo testo non è stato inviato.",
  versionUnsent: "Questa versione non è stata inviata.",
  copy: "Copia",
  copied: "Copiato!",
  copyRefused: "Il tuo browser non lo permette. Il testo è selezionato: copialo.",

  furtherQuestion: (owner: string | null) =>
    `${owner ?? "Chi ti ha mandato l’invito"} ha ancora una domanda`,
  send: "Invia",

  thanks: "Grazie",
  onTheirWay: (owner: string | null) =>
    `Le tue risposte sono in viaggio verso ${owner ?? "chi ti ha mandato l’invito"}.`,
  openUntil: "Scadenza",
  sealedUntil: "Sigillate fino al",
  longDay: (day: string) => formatLongDay("it", day),
  received: "Ricevuti",
  formatReceived: (received: number, asked: number) =>
    `${received.toLocaleString("it")} ${plural("it", received, { one: "parere", other: "pareri" })} su ${asked.toLocaleString("it")}`,
  ownQuestion: "Anche tu hai qualcosa da decidere?",
  startYourOwn: "Crea la tua Paraline",

  keepWayBack: "Conserva un modo per tornare",
  wayBackWhy:
    "Fino alla chiusura, con questo codice e il tuo link privato puoi leggere, modificare o ritirare quello che hai scritto. Non possiamo mostrare il codice un’altra volta.",
  wayBackCode: "Il tuo codice",
  wayBackLink: "Il tuo link privato con il codice",
  print: "Stampa",
  haveCode: "Hai il tuo codice?",
  haveCodeWhy:
    "Inserisci le quattro parole per leggere, modificare o ritirare quello che hai scritto.",
  code: "Codice",
  openAnswer: "Apri",
} satisfies LaterMessages;
