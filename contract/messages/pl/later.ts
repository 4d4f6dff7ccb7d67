import type { LaterMessages } from "../en/later.ts";
import { formatLongDay } from "../format-in.ts";

export const later = {
  errors: {
    circle_closed: "Zbieranie odpowiedzi już się zakończyło.",
    invite_invalid: "Ten link jest nieprawidłowy lub wygasł.",
    invite_completed: "Twoja opinia została już wysłana",
    invite_declined: "Wolisz nie odpowiadać",
    link_full: "Limit tego linku został wyczerpany.",
    link_turned_off:
      "Udostępniony link został wyłączony już po jego otwarciu. Otwórz go jeszcze raz albo zapytaj osobę, która go wysłała.",
    link_network_exhausted:
      "W ciągu godziny z twojej sieci zaczęło odpowiadać 20 osób. Na więcej ten link nie pozwala. Otwórz go jeszcze raz później.",
    answers_none: "Odpowiedz na co najmniej jedno pytanie.",
    answer_too_long: "Odpowiedź musi mieć mniej niż 2000 znaków",
    answer_invalid: "Wybierz liczbę od 1 do 5.",
    choice_invalid: "Wybierz jedną z opcji. Jeśli się zmieniły, odśwież stronę.",
    question_unknown:
      "Od otwarcia tej strony jedno z pytań się zmieniło. Skopiuj swoją odpowiedź na to pytanie, a potem otwórz swój link jeszcze raz.",
    encouragement_too_long: "Słowa wsparcia muszą mieć mniej niż 1000 znaków",
    text_unstorable: "Niektórych znaków nie da się tu zapisać. Usuń nietypowe symbole.",
    receipt_wrong:
      "Ten kod nie otwiera tu żadnej odpowiedzi. Sprawdź cztery słowa i spróbuj jeszcze raz.",
    receipt_tries_exhausted: "10 kodów było błędnych. Spróbuj jeszcze raz za godzinę.",
  },

  notifications: "Powiadomienia",
  dismiss: "Zamknij",
  missingTitle: "Otwórz link jeszcze raz",
  missing: "Otwórz jeszcze raz link z e-maila",
  missingWhy: "W adresie tej strony nie ma twojego linku.",
  missingDraft: "Jeśli masz już coś napisane, jest to zachowane w przeglądarce, w której powstało.",
  invalid: "Nieprawidłowy link",
  askAgain: "Poproś osobę, która cię zaprosiła, żeby wysłała go jeszcze raz.",
  openSharedLink: "Otwórz udostępniony link",
  completedTitle: "Opinia już wysłana",
  completedThanks: "Dziękujemy. Przez każdy link można odpowiedzieć tylko raz.",
  declinedTitle: "Bez odpowiedzi",
  declinedEmails: "Nie dostaniesz już e-maili w tej sprawie.",
  answerAfterAll: "Jednak odpowiem",
  unavailableTitle: "Błąd wczytywania",
  unavailable: "Nie udało się wczytać strony",
  unavailableWhy: "W tej chwili nie możemy tego wczytać. Twój link jest zapisany.",
  tryAgain: "Spróbuj jeszcze raz",
  written: "Twój tekst",
  writtenUnsent: "To nie zostało wysłane.",
  versionUnsent: "Ta wersja nie została wysłana.",
  copy: "Kopiuj",
  copied: "Skopiowano!",
  copyRefused: "Twoja przeglądarka na to nie pozwala. Tekst jest zaznaczony: skopiuj go.",

  furtherQuestion: (owner) => `${owner ?? "Osoba, która cię zaprosiła,"} ma jeszcze jedno pytanie`,
  send: "Wyślij",

  thanks: "Dziękujemy",
  onTheirWay: (owner) =>
    `Twoja opinia jest w drodze do osoby, która cię zaprosiła${owner === null ? "" : ` (${owner})`}.`,
  openUntil: "Otwarte do",
  sealedUntil: "Zapieczętowane do",
  longDay: (day) => formatLongDay("pl", day),
  received: "Otrzymano",
  formatReceived: (received, asked) =>
    `${received.toLocaleString("pl")} z ${asked.toLocaleString("pl")} opinii`,
  ownQuestion: "Też masz coś do przemyślenia?",
  startYourOwn: "Utwórz własną Paraline",

  keepWayBack: "Zachowaj możliwość powrotu",
  wayBackWhy:
    "Dopóki trwa zbieranie odpowiedzi, możesz z tym kodem i prywatnym linkiem przeczytać, zmienić lub wycofać swój tekst. Nie możemy pokazać kodu drugi raz.",
  wayBackCode: "Twój kod",
  wayBackLink: "Twój prywatny link z kodem",
  print: "Drukuj",
  haveCode: "Masz swój kod?",
  haveCodeWhy: "Wpisz jego cztery słowa, aby przeczytać, zmienić lub wycofać swój tekst.",
  code: "Kod",
  openAnswer: "Otwórz",
} satisfies LaterMessages;
