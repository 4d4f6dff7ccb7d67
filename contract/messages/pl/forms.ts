import type { FormMessages } from "../en/forms.ts";

/** Names stay in the nominative, so sentences are built around it. */
export const forms = {
  otherLanguages: "Język",

  private: "Prywatnie",
  linkPreviewTitle: "Ktoś chętnie się dowie, jak to widzisz",
  linkPreviewLine: "Kilka pytań i prywatne odpowiedzi. Bez zakładania konta.",

  shareTitle: "Prywatna opinia",
  wereYouInvited: "Masz zaproszenie?",
  enterAddress:
    "Ktoś, kogo znasz, prosi cię prywatnie o opinię. Podaj adres e-mail, na który przyszło zaproszenie, a wyślemy ci twój prywatny link.",
  yourAddress: "Twój adres e-mail",
  sendMyLink: "Wyślij mi link",
  linkIsYours:
    "Link wysyłamy e-mailem tylko do ciebie, więc nikt inny nie może odpowiedzieć za ciebie.",
  addressUse:
    "Twój adres posłuży tylko do wysłania tego e-maila. Bez konta, bez hasła, bez plików cookie.",
  checkYourEmail: "Sprawdź pocztę",
  onItsWay: "Jeśli ten adres jest wśród zaproszonych, prywatny link jest już w drodze.",
  aMinuteOrTwo: "Potrwa to minutę lub dwie. Sprawdź też folder ze spamem.",
  anotherAddress: "Podaj inny adres",
  askedForYourView: "Prośba o twoją opinię",
  firstName: "Twoje imię",
  start: "Zacznij",
  howItWorks:
    "Kilka pytań, jedno po drugim. Zanim coś napiszesz, zobaczysz, kto przeczyta twoje odpowiedzi.",
  sealedAnswers:
    "Odpowiedzi są zapieczętowane, dopóki trwa ich zbieranie. Potem wszystkie zostaną pokazane razem, bez imion. Bez konta, bez hasła, bez plików cookie.",
  namedAnswers:
    "Twoje odpowiedzi, razem z twoim imieniem, przeczyta tylko osoba, która o nie prosi. Bez konta, bez hasła, bez plików cookie.",
  addressMissing: "Podaj adres e-mail",
  addressMalformed: "Podaj prawidłowy adres e-mail",
  firstNameMissing: "Podaj imię",
  tooLong: "To jest za długie. Skróć tekst.",
  tooOften: "Za dużo prób. Spróbuj jeszcze raz za chwilę.",
  failed: "Coś poszło nie tak po naszej stronie. Spróbuj jeszcze raz.",

  unsentTitle: "Opinia niewysłana",
  stillHere: "Twoje odpowiedzi nadal tu są",
  questionNumber: (number) => `Pytanie ${number}`,
  encouragementNote: "Słowa wsparcia",

  writtenWhy: "Możesz go zmienić lub wycofać, dopóki trwa zbieranie odpowiedzi.",
  changeSeen: "Dzień zmiany widać przy twoich odpowiedziach.",
  saveChanges: "Zapisz zmiany",
  saved: "Twoje zmiany są zapisane.",
  withdraw: "Wycofaj mój tekst",
  withdrawWhy:
    "Zostanie usunięty i nie da się go odzyskać. Przez swój prywatny link możesz odpowiedzieć jeszcze raz.",
  withdrawNow: "Usuń na zawsze",
  withdrawnTitle: "Wycofano",
  withdrawn:
    "Twój tekst jest usunięty. Możesz odpowiedzieć jeszcze raz, dopóki trwa zbieranie odpowiedzi.",
  answerAgain: "Odpowiedz jeszcze raz",

  unsubscribeTitle: "Rezygnacja z e-maili",
  noMoreFrom: (owner) => `Nie chcesz już e-maili, które wysyła ${owner ?? "ta osoba"}?`,
  linksKeepWorking: "Linki, które już masz, będą nadal działać.",
  unsubscribe: "Zrezygnuj",
  stopEveryone: "Nie chcę e-maili od nikogo w Paraline",
  subscribedAgain: "Rezygnacja cofnięta",
  canGetAgain: (owner) => `${owner ?? "Ta osoba"} znowu może wysyłać ci e-maile.`,
  unsubscribed: "Rezygnacja przyjęta",
  noneFrom: (owner) => `${owner ?? "Ta osoba"} nie będzie ci już wysyłać e-maili.`,
  noneFromButOthers: (owner) =>
    `${owner ?? "Ta osoba"} nie będzie ci już wysyłać e-maili. Inne osoby w Paraline znowu mogą to robić.`,
  getFromAgain: (owner) => `Chcę znowu e-maile, które wysyła ${owner ?? "ta osoba"}`,
  noneFromAnyone: "Nie dostaniesz już e-maili od nikogo w Paraline.",
  getAgain: "Chcę znowu dostawać e-maile",
  unsubscribeInvalid: "Ten link do rezygnacji z e-maili jest nieprawidłowy.",
  openFromEmail: "Otwórz go jeszcze raz z e-maila albo skopiuj go w całości.",
} satisfies FormMessages;
