import type { Language } from "../../languages.ts";
import type { PageMessages } from "../en/page.ts";
import { formatShortDay } from "../format-in.ts";

export const page = {
  language: "de" as Language,
  skip: "Zum Inhalt springen",
  home: "Paraline, Startseite",
  progress: "Fortschritt",
  percent: (value) => `${value}\u00a0%`,
  characters: (count, limit) =>
    `${count.toLocaleString("de")} von ${limit.toLocaleString("de")} Zeichen`,
  day: (day) => formatShortDay("de", day),

  privateTo: (owner) => (owner === null ? "Privat" : `Privat für ${owner}`),
  loading: "Wird geladen\u00a0…",
  loadingWithoutScript:
    "Bitte öffne deinen persönlichen Link noch einmal: Er funktioniert auch ohne JavaScript.",
  loadFailed: "Das Laden hat nicht geklappt. Bitte prüfe deinen Link.",
  choiceFailed: "Das wurde nicht gesendet. Bitte versuch es noch einmal.",
  submitFailed: "Das Absenden hat nicht geklappt. Bitte versuch es noch einmal.",
  submitted: "Deine Rückmeldung wurde gesendet!",

  aboutLabel: "Über diese Runde",
  from: (owner) => `Von ${owner ?? "einer Person, der deine Sicht wichtig ist"}`,
  exploring: "Worum es geht",
  asking: "Worum du gebeten wirst",
  readAll: "Alles lesen",
  showLess: "Weniger anzeigen",
  takes: (minutes) => `Das dauert etwa ${minutes.replace("-", "–")} Minuten`,
  whoReads: "Wer deine Antworten liest",
  readersNamed: (owner) =>
    `Nur ${owner ?? "die Person, die dich eingeladen hat"}. Dein Vorname steht dabei.`,
  readersNamedAndModel: (owner, model) =>
    `Nur ${owner ?? "die Person, die dich eingeladen hat,"} und für Auswertungen das KI-Modell ${model}. Dein Vorname steht dabei.`,
  readersSealed: (owner, until) =>
    `Nur ${owner ?? "die Person, die dich eingeladen hat"}, ohne Namen, ${sealed(until)}.`,
  readersSealedAndModel: (owner, model, until) =>
    `Nur ${owner ?? "die Person, die dich eingeladen hat,"} und für Auswertungen das KI-Modell ${model}, ohne Namen, ${sealed(until)}.`,
  fewerThanThree: "Wenn weniger als 3 Personen antworten, wird nichts gezeigt und alles gelöscht.",
  peopleAsked: (count) =>
    count === null
      ? "Über einen offenen Link können auch andere antworten."
      : count === 1
        ? "Nur du wurdest gefragt."
        : `${count.toLocaleString("de")} Personen wurden gefragt.`,
  insightsHere:
    "Deine Antworten können in Auswertungen einfließen, die nur auf diesem Server entstehen. Am Ende kannst du das ablehnen.",
  insightsByModel: (model) =>
    `Deine Antworten können in Auswertungen einfließen, die das KI-Modell ${model} erstellt. Am Ende kannst du das ablehnen.`,
  giveAway: "Was dich trotzdem verraten könnte",
  giveAwayWording: "Deine Wortwahl.",
  giveAwayOwner: (owner) =>
    `${owner ?? "Die Person, die dich eingeladen hat,"} könnte auch selbst antworten und kennt die eigenen Antworten. Antwortet sonst nur eine Person, dann bist du das.`,
  giveAwayServer: "Wer diesen Server betreibt, könnte eine Antwort mit dir in Verbindung bringen.",

  question: (number, count) => `Frage ${number} von ${count}`,
  answerPlaceholder: "Schreib, was du denkst\u00a0…",
  hint: (words) =>
    `„${words}“ könnte verraten, wer du bist. Du kannst es so lassen oder anders schreiben.`,
  decline: "Lieber nicht antworten",
  goToFirst: "Zur ersten Frage",
  back: "Zurück",
  next: "Weiter",
  submit: "Absenden",
  submitting: "Wird gesendet\u00a0…",
  safeToSubmitAgain: "Deine Antworten sind noch da. Du kannst sie unbesorgt noch einmal absenden.",
  encouragement: "Ein paar ermutigende Worte",
  encouragementHint: (owner) =>
    `Freiwillig. Ein, zwei Zeilen für ${owner ?? "die Person, die dich eingeladen hat,"} zum Aufheben, ganz gleich, was daraus wird.`,
  leaveOut: "Meine Antworten nicht für Auswertungen verwenden",
  leaveOutHint: (owner) =>
    `${owner ?? "Die Person, die dich eingeladen hat,"} kann deine Antworten trotzdem lesen.`,
} satisfies PageMessages;

function sealed(until: string | null): string {
  return until === null ? "versiegelt, bis diese Runde endet" : `versiegelt bis zum ${until}`;
}
