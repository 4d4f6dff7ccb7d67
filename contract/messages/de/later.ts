import type { LaterMessages } from "../en/later.ts";
import { formatLongDay } from "../format-in.ts";

export const later = {
  errors: {
    circle_closed: "Diese Runde ist beendet.",
    invite_invalid: "Dieser Link ist ungültig oder abgelaufen.",
    invite_completed: "Du hast schon geantwortet",
    invite_declined: "Du wolltest lieber nicht antworten",
    link_full: "Dieser Link hat sein Limit erreicht.",
    link_turned_off:
      "Der geteilte Link wurde abgeschaltet, nachdem du ihn geöffnet hattest. Bitte öffne ihn noch einmal oder frag bei der Person nach, von der du ihn hast.",
    link_network_exhausted:
      "Innerhalb einer Stunde haben 20 Personen aus deinem Netzwerk angefangen zu antworten. Mehr lässt dieser Link nicht zu. Bitte öffne ihn später noch einmal.",
    answers_none: "Bitte beantworte mindestens eine Frage.",
    answer_too_long: "Die Antwort muss kürzer als 2.000 Zeichen sein",
    answer_invalid: "Bitte wähle eine Zahl von 1 bis 5.",
    choice_invalid:
      "Bitte wähle eine der Möglichkeiten. Lade die Seite neu, falls sie sich geändert haben.",
    question_unknown:
      "Eine Frage hat sich geändert, seit du diese Seite geöffnet hast. Kopiere deine Antwort darauf und öffne dann deinen Link noch einmal.",
    encouragement_too_long: "Deine ermutigenden Worte müssen kürzer als 1.000 Zeichen sein",
    text_unstorable:
      "Einige Zeichen hier lassen sich nicht speichern. Bitte entferne ungewöhnliche Symbole.",
    receipt_wrong:
      "Dieser Code öffnet hier keine Antwort. Prüfe die vier Wörter und versuch es noch einmal.",
    receipt_tries_exhausted: "10 Codes waren falsch. Bitte versuch es in einer Stunde noch einmal.",
  },

  notifications: "Mitteilungen",
  dismiss: "Schließen",
  missingTitle: "Link noch einmal öffnen",
  missing: "Öffne den Link in deiner E-Mail noch einmal",
  missingWhy: "In der Adresse dieser Seite fehlt dein Link.",
  missingDraft:
    "Was du schon geschrieben hast, ist in dem Browser gespeichert, in dem du es geschrieben hast.",
  invalid: "Link ungültig",
  askAgain: "Bitte die Person, die dich eingeladen hat, ihn dir noch einmal zu schicken.",
  openSharedLink: "Geteilten Link öffnen",
  completedTitle: "Schon geantwortet",
  completedThanks: "Danke. Über jeden Link kann man nur einmal antworten.",
  declinedTitle: "Nicht beantwortet",
  declinedEmails: "Du bekommst dazu keine E-Mails mehr.",
  answerAfterAll: "Doch antworten",
  unavailableTitle: "Laden fehlgeschlagen",
  unavailable: "Das Laden hat nicht geklappt",
  unavailableWhy: "Das lässt sich gerade nicht laden. Dein Link ist gespeichert.",
  tryAgain: "Noch einmal versuchen",
  written: "Was du geschrieben hast",
  writtenUnsent: "Das wurde nicht gesendet.",
  versionUnsent: "Diese Fassung wurde nicht gesendet.",
  copy: "Kopieren",
  copied: "Kopiert!",
  copyRefused: "Dein Browser lässt das nicht zu. Der Text ist markiert: Kopiere ihn selbst.",

  furtherQuestion: (owner) =>
    `${owner ?? "Die Person, die dich eingeladen hat,"} hat noch eine Frage`,
  send: "Absenden",

  thanks: "Danke dir",
  onTheirWay: (owner) =>
    `Deine Rückmeldung ist unterwegs zu ${owner ?? "der Person, die dich eingeladen hat"}.`,
  openUntil: "Offen bis",
  sealedUntil: "Versiegelt bis",
  longDay: (day) => formatLongDay("de", day),
  received: "Eingegangen",
  formatReceived: (received, asked) =>
    `${received.toLocaleString("de")} von ${asked.toLocaleString("de")} Rückmeldungen`,
  ownQuestion: "Beschäftigt dich selbst gerade etwas?",
  startYourOwn: "Eigene Paraline starten",

  keepWayBack: "Zugang für später sichern",
  wayBackWhy:
    "Bis diese Runde endet, kannst du mit diesem Code und deinem persönlichen Link lesen, ändern oder zurückziehen, was du geschrieben hast. Wir können den Code nicht noch einmal zeigen.",
  wayBackCode: "Dein Code",
  wayBackLink: "Dein persönlicher Link mit dem Code",
  print: "Drucken",
  haveCode: "Hast du deinen Code?",
  haveCodeWhy:
    "Gib die vier Wörter ein, um zu lesen, zu ändern oder zurückzuziehen, was du geschrieben hast.",
  code: "Code aus vier Wörtern",
  openAnswer: "Öffnen",
} satisfies LaterMessages;
