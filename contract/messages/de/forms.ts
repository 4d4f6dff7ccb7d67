import type { FormMessages } from "../en/forms.ts";

export const forms = {
  otherLanguages: "Sprache",

  private: "Privat",
  linkPreviewTitle: "Jemand wüsste gern, wie du das siehst",
  linkPreviewLine: "Ein paar Fragen, die du privat beantwortest. Kein Konto nötig.",

  shareTitle: "Private Rückmeldung",
  wereYouInvited: "Wurdest du eingeladen?",
  enterAddress:
    "Jemand aus deinem Umfeld fragt dich privat nach deiner Sicht. Gib die E-Mail-Adresse ein, an die deine Einladung ging, und wir schicken dir deinen persönlichen Link.",
  yourAddress: "Deine E-Mail-Adresse",
  sendMyLink: "Link zuschicken",
  linkIsYours:
    "Der Link geht per E-Mail nur an dich. So kann niemand sonst an deiner Stelle antworten.",
  addressUse:
    "Deine Adresse wird nur für diese E-Mail verwendet. Kein Konto, kein Passwort, keine Cookies.",
  checkYourEmail: "Schau in dein Postfach",
  onItsWay: "Falls diese Adresse eingeladen wurde, ist der persönliche Link unterwegs.",
  aMinuteOrTwo: "Das dauert ein, zwei Minuten. Schau auch im Spam-Ordner nach.",
  anotherAddress: "Andere Adresse versuchen",
  askedForYourView: "Deine Sicht ist gefragt",
  firstName: "Dein Vorname",
  start: "Beginnen",
  howItWorks:
    "Ein paar Fragen, eine nach der anderen. Bevor du etwas schreibst, siehst du, wer deine Antworten liest.",
  sealedAnswers:
    "Die Antworten bleiben versiegelt, bis diese Runde endet. Dann werden alle zusammen gezeigt, ohne Namen. Kein Konto, kein Passwort, keine Cookies.",
  namedAnswers:
    "Nur die Person, die fragt, liest deine Antworten. Dein Vorname steht dabei. Kein Konto, kein Passwort, keine Cookies.",
  addressMissing: "Bitte gib eine E-Mail-Adresse ein",
  addressMalformed: "Bitte gib eine gültige E-Mail-Adresse ein",
  firstNameMissing: "Bitte gib einen Vornamen ein",
  tooLong: "Das ist zu lang. Bitte kürze es.",
  tooOften: "Zu viele Anfragen. Bitte warte kurz und versuch es noch einmal.",
  failed: "Bei uns ist etwas schiefgegangen. Bitte versuch es noch einmal.",

  unsentTitle: "Absenden fehlgeschlagen",
  stillHere: "Deine Antworten sind noch da",
  questionNumber: (number) => `Frage ${number}`,
  encouragementNote: "Ermutigende Worte",

  writtenWhy: "Bis diese Runde endet, kannst du es ändern oder zurückziehen.",
  changeSeen: "Der Tag der Änderung steht bei deinen Antworten.",
  saveChanges: "Änderungen speichern",
  saved: "Deine Änderungen sind gespeichert.",
  withdraw: "Zurückziehen, was ich geschrieben habe",
  withdrawWhy:
    "Es wird gelöscht und lässt sich nicht wiederherstellen. Über deinen persönlichen Link kannst du noch einmal antworten.",
  withdrawNow: "Endgültig löschen",
  withdrawnTitle: "Zurückgezogen",
  withdrawn:
    "Was du geschrieben hast, ist gelöscht. Bis diese Runde endet, kannst du noch einmal antworten.",
  answerAgain: "Noch einmal antworten",

  unsubscribeTitle: "E-Mails abbestellen",
  noMoreFrom: (owner) => `Keine E-Mails mehr von ${owner ?? "dieser Person"}?`,
  linksKeepWorking: "Links, die du schon hast, funktionieren weiter.",
  unsubscribe: "Abbestellen",
  stopEveryone: "E-Mails von allen auf Paraline stoppen",
  subscribedAgain: "Abbestellung aufgehoben",
  canGetAgain: (owner) => `Du kannst wieder E-Mails von ${owner ?? "dieser Person"} bekommen.`,
  unsubscribed: "E-Mails abbestellt",
  noneFrom: (owner) => `Du bekommst keine E-Mails mehr von ${owner ?? "dieser Person"}.`,
  noneFromButOthers: (owner) =>
    `Du bekommst keine E-Mails mehr von ${owner ?? "dieser Person"}. Andere Menschen auf Paraline können dir wieder E-Mails schicken.`,
  getFromAgain: (owner) => `Wieder E-Mails von ${owner ?? "dieser Person"} bekommen`,
  noneFromAnyone: "Du bekommst keine E-Mails mehr von Menschen auf Paraline.",
  getAgain: "Wieder E-Mails bekommen",
  unsubscribeInvalid: "Dieser Link zum Abbestellen ist ungültig.",
  openFromEmail: "Öffne ihn noch einmal aus der E-Mail oder kopiere ihn vollständig.",
} satisfies FormMessages;
