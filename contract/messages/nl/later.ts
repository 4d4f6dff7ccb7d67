import type { LaterMessages } from "../en/later.ts";
import { formatLongDay } from "../format-in.ts";

export const later = {
  errors: {
    circle_closed: "Deze ronde is gesloten.",
    invite_invalid: "Deze link is ongeldig of verlopen.",
    invite_completed: "Je hebt al geantwoord",
    invite_declined: "Je wilde liever niet antwoorden",
    link_full: "De limiet van deze link is bereikt.",
    link_turned_off:
      "De gedeelde link is uitgezet nadat je hem had geopend. Open hem opnieuw, of vraag ernaar bij degene die hem heeft gestuurd.",
    link_network_exhausted:
      "Binnen een uur zijn 20 mensen vanaf jouw netwerk begonnen met antwoorden. Meer laat deze link niet toe. Open hem later opnieuw.",
    answers_none: "Beantwoord minstens één vraag.",
    answer_too_long: "Je antwoord moet korter zijn dan 2.000 tekens",
    answer_invalid: "Kies een getal van 1 tot en met 5.",
    choice_invalid: "Kies een van de opties. Laad de pagina opnieuw als ze zijn veranderd.",
    question_unknown:
      "Een vraag is veranderd sinds je deze pagina hebt geopend. Kopieer je antwoord op die vraag en open daarna je link opnieuw.",
    encouragement_too_long: "Je bemoedigende berichtje moet korter zijn dan 1.000 tekens",
    text_unstorable:
      "Sommige tekens kunnen hier niet worden opgeslagen. Haal ongewone symbolen weg.",
    receipt_wrong:
      "Deze code opent hier geen antwoord. Controleer de vier woorden en probeer het opnieuw.",
    receipt_tries_exhausted: "10 codes waren fout. Probeer het over een uur opnieuw.",
  },

  notifications: "Meldingen",
  dismiss: "Sluiten",
  missingTitle: "Open je link opnieuw",
  missing: "Open de link in je e-mail opnieuw",
  missingWhy: "Je link ontbreekt in het adres van deze pagina.",
  missingDraft: "Wat je al hebt geschreven, is bewaard in de browser waarin je het schreef.",
  invalid: "Ongeldige link",
  askAgain: "Vraag degene die je heeft uitgenodigd om hem opnieuw te sturen.",
  openSharedLink: "Gedeelde link openen",
  completedTitle: "Al beantwoord",
  completedThanks: "Dank je wel. Via elke link kun je maar één keer antwoorden.",
  declinedTitle: "Niet beantwoord",
  declinedEmails: "Je krijgt hierover geen e-mails meer.",
  answerAfterAll: "Toch antwoorden",
  unavailableTitle: "Laden mislukt",
  unavailable: "Laden is niet gelukt",
  unavailableWhy: "We kunnen dit nu niet laden. Je link is bewaard.",
  tryAgain: "Opnieuw proberen",
  written: "Wat je hebt geschreven",
  writtenUnsent: "Dit is niet verstuurd.",
  versionUnsent: "Deze versie is niet verstuurd.",
  copy: "Kopiëren",
  copied: "Gekopieerd!",
  copyRefused: "Je browser staat dit niet toe. De tekst is geselecteerd: kopieer hem zelf.",

  furtherQuestion: (owner) => `${owner ?? "Degene die je heeft uitgenodigd,"} heeft nog één vraag`,
  send: "Versturen",

  thanks: "Dank je wel",
  onTheirWay: (owner) =>
    `Je reactie is onderweg naar ${owner ?? "degene die je heeft uitgenodigd"}.`,
  openUntil: "Open tot en met",
  sealedUntil: "Verzegeld tot en met",
  longDay: (day) => formatLongDay("nl", day),
  received: "Ontvangen",
  formatReceived: (received, asked) =>
    `${received.toLocaleString("nl")} van ${asked.toLocaleString("nl")} reacties`,
  ownQuestion: "Sta je zelf ook voor een keuze?",
  startYourOwn: "Start je eigen Paraline",

  keepWayBack: "Later nog eens terugkomen",
  wayBackWhy:
    "Tot deze ronde sluit, kun je met deze code en je persoonlijke link lezen, wijzigen of intrekken wat je hebt geschreven. We kunnen de code niet nog een keer tonen.",
  wayBackCode: "Je code",
  wayBackLink: "Je persoonlijke link met de code",
  print: "Afdrukken",
  haveCode: "Heb je je code?",
  haveCodeWhy:
    "Vul de vier woorden in om te lezen, te wijzigen of in te trekken wat je hebt geschreven.",
  code: "Code van vier woorden",
  openAnswer: "Openen",
} satisfies LaterMessages;
