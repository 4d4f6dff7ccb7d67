import type { Language } from "../../languages.ts";
import type { PageMessages } from "../en/page.ts";
import { formatLongDay } from "../format-in.ts";
import { plural } from "../plural.ts";

/** Names stay in the nominative, so sentences are built around it. */
export const page = {
  language: "pl" as Language,
  skip: "Przejdź do treści",
  home: "Paraline, strona główna",
  progress: "Postęp",
  percent: (value) => `${value}%`,
  characters: (count, limit) =>
    `${count.toLocaleString("pl")} z ${limit.toLocaleString("pl")} znaków`,
  // The short form has months in the nominative ("12 maj 2026"), which is wrong after "do".
  day: (day) => formatLongDay("pl", day),

  privateTo: (owner) => (owner === null ? "Prywatnie" : `Prywatnie dla: ${owner}`),
  loading: "Wczytywanie…",
  loadingWithoutScript: "Otwórz swój prywatny link jeszcze raz: działa też bez JavaScriptu.",
  loadFailed: "Nie udało się wczytać strony. Sprawdź swój link.",
  choiceFailed: "To nie zostało wysłane. Spróbuj jeszcze raz.",
  submitFailed: "Nie udało się wysłać opinii. Spróbuj jeszcze raz.",
  submitted: "Twoja opinia została wysłana!",

  aboutLabel: "O tym zaproszeniu",
  from: (owner) => `Pyta ${owner ?? "ktoś, komu zależy na twojej opinii"}`,
  exploring: "O co chodzi",
  asking: "Prośba do ciebie",
  readAll: "Czytaj całość",
  showLess: "Pokaż mniej",
  takes: (minutes) => `Zajmie to około ${minutes.replace("-", "–")} minut`,
  whoReads: "Kto przeczyta twoje odpowiedzi",
  readersNamed: (owner) =>
    `Tylko ${owner ?? "osoba, która cię zaprosiła"}. Przy odpowiedziach widać twoje imię.`,
  readersNamedAndModel: (owner, model) =>
    `Tylko ${owner ?? "osoba, która cię zaprosiła,"} oraz model AI ${model} (do podsumowań). Przy odpowiedziach widać twoje imię.`,
  readersSealed: (owner, until) =>
    `Tylko ${owner ?? "osoba, która cię zaprosiła"}, bez imion. ${sealed(until)}`,
  readersSealedAndModel: (owner, model, until) =>
    `Tylko ${owner ?? "osoba, która cię zaprosiła,"} oraz model AI ${model} (do podsumowań), bez imion. ${sealed(until)}`,
  fewerThanThree:
    "Jeśli odpowie mniej niż 3 osoby, nic nie zostanie pokazane, a wszystko zostanie usunięte.",
  peopleAsked: (count) => {
    if (count === null) return "Przez otwarty link mogą odpowiedzieć także inne osoby.";
    if (count === 1) return "O odpowiedź poproszono tylko ciebie.";
    const shown = count.toLocaleString("pl");
    return plural("pl", count, {
      few: `O odpowiedź poproszono ${shown} osoby.`,
      other: `O odpowiedź poproszono ${shown} osób.`,
    });
  },
  insightsHere:
    "Twoje odpowiedzi mogą posłużyć do podsumowań, które powstają wyłącznie na tym serwerze. Na końcu możesz się na to nie zgodzić.",
  insightsByModel: (model) =>
    `Twoje odpowiedzi mogą posłużyć do podsumowań, które tworzy model AI ${model}. Na końcu możesz się na to nie zgodzić.`,
  giveAway: "Co mimo to może cię zdradzić",
  giveAwayWording: "Twój sposób pisania.",
  giveAwayOwner: (owner) =>
    `${owner ?? "Osoba, która cię zaprosiła,"} też może odpowiedzieć i zna swoje odpowiedzi. Jeśli poza tym odpowie tylko jedna osoba, wiadomo, że to ty.`,
  giveAwayServer: "Osoba, która zarządza tym serwerem, może powiązać odpowiedź z tobą.",

  question: (number, count) => `Pytanie ${number} z ${count}`,
  answerPlaceholder: "Napisz, co myślisz…",
  hint: (words) => `„${words}” może zdradzić, kim jesteś. Możesz to zostawić albo napisać inaczej.`,
  decline: "Wolę nie odpowiadać",
  goToFirst: "Do pierwszego pytania",
  back: "Wstecz",
  next: "Dalej",
  submit: "Wyślij",
  submitting: "Wysyłanie…",
  safeToSubmitAgain: "Twoje odpowiedzi nadal tu są. Możesz spokojnie wysłać je jeszcze raz.",
  encouragement: "Zostaw kilka słów wsparcia",
  encouragementHint: (owner) =>
    `Nieobowiązkowo. Jedno, dwa zdania${owner === null ? " na pamiątkę dla osoby, która cię zaprosiła" : `, które ${owner} może zachować`}, bez względu na to, co z tego wyniknie.`,
  leaveOut: "Nie wykorzystuj moich odpowiedzi w podsumowaniach",
  leaveOutHint: (owner) =>
    `${owner ?? "Osoba, która cię zaprosiła,"} nadal może przeczytać twoje odpowiedzi.`,
} satisfies PageMessages;

function sealed(until: string | null): string {
  return until === null
    ? "Odpowiedzi są zapieczętowane, dopóki trwa ich zbieranie."
    : `Odpowiedzi są zapieczętowane do ${until}.`;
}
