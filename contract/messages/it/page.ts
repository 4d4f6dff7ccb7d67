import type { PageMessages } from "../en/page.ts";
import { formatShortDay } from "../format-in.ts";
import { plural } from "../plural.ts";

const inviter = "chi ti ha mandato l’invito";

export const page = {
  language: "it",
  skip: "Vai al contenuto",
  home: "Paraline, pagina iniziale",
  progress: "Avanzamento",
  percent: (value: number) => `${value}%`,
  characters: (count: number, limit: number) =>
    `${count.toLocaleString("it")} di ${limit.toLocaleString("it")} caratteri`,
  day: (day: string) => formatShortDay("it", day),

  privateTo: (owner: string | null) => (owner === null ? "Privato" : `Solo per ${owner}`),
  loading: "Caricamento…",
  loadingWithoutScript: "Apri di nuovo il tuo link privato: funziona senza JavaScript.",
  loadFailed: "Non è stato possibile caricare la richiesta. Controlla il tuo link.",
  choiceFailed: "L’invio non è riuscito. Riprova.",
  submitFailed: "Non è stato possibile inviare le tue risposte. Riprova.",
  submitted: "Risposte inviate!",

  aboutLabel: "Informazioni su questa richiesta",
  from: (owner: string | null) =>
    `Da parte di ${owner ?? "una persona per cui il tuo parere conta"}`,
  exploring: "Su cosa sta riflettendo",
  asking: "Cosa ti chiede",
  readAll: "Leggi tutto",
  showLess: "Mostra meno",
  takes: (minutes: string) => `Ti serviranno circa ${minutes} minuti`,
  whoReads: "Chi legge le tue risposte",
  readersNamed: (owner: string | null) => `Solo ${owner ?? inviter}, con il tuo nome accanto.`,
  readersNamedAndModel: (owner: string | null, model: string) =>
    `Solo ${owner ?? inviter} e, per la sintesi delle risposte, il modello di IA ${model}, con il tuo nome accanto.`,
  readersSealed: (owner: string | null, until: string | null) =>
    `Solo ${owner ?? inviter}, senza nomi. Le risposte restano sigillate fino ${closing(until)}.`,
  readersSealedAndModel: (owner: string | null, model: string, until: string | null) =>
    `Solo ${owner ?? inviter} e, per la sintesi delle risposte, il modello di IA ${model}, senza nomi. Le risposte restano sigillate fino ${closing(until)}.`,
  fewerThanThree:
    "Se rispondono meno di 3 persone, non viene mostrato nulla e tutto viene cancellato.",
  peopleAsked: (count: number | null) =>
    count === null
      ? "Altre persone possono rispondere tramite un link aperto."
      : plural("it", count, {
          one: "Il parere è stato chiesto solo a te.",
          other: `Il parere è stato chiesto a ${count.toLocaleString("it")} persone.`,
        }),
  insightsHere:
    "La sintesi delle risposte è fatta solo su questo server e può usare le tue. Alla fine puoi escluderle.",
  insightsByModel: (model: string) =>
    `La sintesi delle risposte è fatta dal modello di IA ${model} e può usare le tue. Alla fine puoi escluderle.`,
  giveAway: "Cosa potrebbe comunque rivelare chi sei",
  giveAwayWording: "Il tuo modo di scrivere.",
  giveAwayOwner: (owner: string | null) =>
    `Anche ${owner ?? inviter} potrebbe rispondere, e conosce le proprie risposte. Se risponde solo un’altra persona, quella sei tu.`,
  giveAwayServer: "Chi gestisce questo server potrebbe ricondurre una risposta a te.",

  question: (number: number, count: number) => `Domanda ${number} di ${count}`,
  answerPlaceholder: "Scrivi quello che pensi…",
  hint: (words: string) =>
    `«${words}» può rivelare chi sei. Puoi lasciarlo così o dirlo in un altro modo.`,
  decline: "Preferisco non rispondere",
  goToFirst: "Vai alla prima domanda",
  back: "Indietro",
  next: "Avanti",
  submit: "Invia le risposte",
  submitting: "Invio in corso…",
  safeToSubmitAgain: "Le tue risposte sono ancora qui. Puoi inviarle di nuovo senza problemi.",
  encouragement: "Lascia qualche parola di incoraggiamento",
  encouragementHint: (owner: string | null) =>
    `Facoltativo. Una o due righe per ${owner ?? inviter}, da conservare comunque vada.`,
  leaveOut: "Non includere le mie risposte nella sintesi",
  leaveOutHint: (owner: string | null) =>
    `${owner ?? "Chi ti ha mandato l’invito"} potrà comunque leggere le tue risposte.`,
} satisfies PageMessages;

/** The article of a day is elided before "otto" and "undici". */
function closing(until: string | null): string {
  if (until === null) return "alla chiusura della richiesta";
  return /^(?:8|11)\b/.test(until) ? `all’${until}` : `al ${until}`;
}
