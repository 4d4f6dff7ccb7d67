import type { FormMessages } from "../en/forms.ts";

export const forms = {
  otherLanguages: "Taal",

  private: "Privé",
  linkPreviewTitle: "Iemand wil graag horen hoe jij het ziet",
  linkPreviewLine: "Een paar vragen die je privé beantwoordt. Geen account nodig.",

  shareTitle: "Privé je mening geven",
  wereYouInvited: "Ben je uitgenodigd?",
  enterAddress:
    "Iemand die je kent, vraagt je privé om je mening. Vul het e-mailadres in waarop je de uitnodiging kreeg, dan mailen we je een persoonlijke link.",
  yourAddress: "Je e-mailadres",
  sendMyLink: "Stuur me de link",
  linkIsYours:
    "We mailen de link alleen naar jou, zodat niemand anders in jouw plaats kan antwoorden.",
  addressUse:
    "Je adres wordt alleen voor deze e-mail gebruikt. Geen account, geen wachtwoord, geen cookies.",
  checkYourEmail: "Kijk in je mailbox",
  onItsWay: "Als dit adres is uitgenodigd, is de persoonlijke link onderweg.",
  aMinuteOrTwo: "Dat duurt een of twee minuten. Kijk ook in je spammap.",
  anotherAddress: "Ander adres proberen",
  askedForYourView: "Jouw mening wordt gevraagd over",
  firstName: "Je voornaam",
  start: "Beginnen",
  howItWorks:
    "Een paar vragen, een voor een. Voordat je iets schrijft, zie je wie je antwoorden leest.",
  sealedAnswers:
    "De antwoorden blijven verzegeld tot deze ronde sluit. Daarna worden ze allemaal samen getoond, zonder namen. Geen account, geen wachtwoord, geen cookies.",
  namedAnswers:
    "Alleen degene die de vragen stelt, leest je antwoorden, met je voornaam erbij. Geen account, geen wachtwoord, geen cookies.",
  addressMissing: "Vul een e-mailadres in",
  addressMalformed: "Vul een geldig e-mailadres in",
  firstNameMissing: "Vul een voornaam in",
  tooLong: "Dit is te lang. Maak het korter.",
  tooOften: "Te veel pogingen. Probeer het zo meteen opnieuw.",
  failed: "Er ging bij ons iets mis. Probeer het opnieuw.",

  unsentTitle: "Versturen mislukt",
  stillHere: "Je antwoorden staan er nog",
  questionNumber: (number) => `Vraag ${number}`,
  encouragementNote: "Bemoedigend berichtje",

  writtenWhy: "Je kunt het wijzigen of intrekken tot deze ronde sluit.",
  changeSeen: "De dag van de wijziging staat bij je antwoorden.",
  saveChanges: "Wijzigingen opslaan",
  saved: "Je wijzigingen zijn opgeslagen.",
  withdraw: "Wat ik heb geschreven intrekken",
  withdrawWhy:
    "Het wordt gewist en kan niet worden teruggehaald. Via je persoonlijke link kun je opnieuw antwoorden.",
  withdrawNow: "Definitief wissen",
  withdrawnTitle: "Ingetrokken",
  withdrawn: "Wat je hebt geschreven, is gewist. Je kunt opnieuw antwoorden tot deze ronde sluit.",
  answerAgain: "Opnieuw antwoorden",

  unsubscribeTitle: "Afmelden",
  noMoreFrom: (owner) => `Geen e-mails meer van ${owner ?? "deze persoon"}?`,
  linksKeepWorking: "Links die je al hebt, blijven werken.",
  unsubscribe: "Afmelden",
  stopEveryone: "E-mails van iedereen op Paraline stoppen",
  subscribedAgain: "Je bent weer aangemeld",
  canGetAgain: (owner) => `Je kunt weer e-mails krijgen van ${owner ?? "deze persoon"}.`,
  unsubscribed: "Je bent afgemeld",
  noneFrom: (owner) => `Je krijgt geen e-mails meer van ${owner ?? "deze persoon"}.`,
  noneFromButOthers: (owner) =>
    `Je krijgt geen e-mails meer van ${owner ?? "deze persoon"}. Andere mensen op Paraline kunnen je weer mailen.`,
  getFromAgain: (owner) => `Weer e-mails krijgen van ${owner ?? "deze persoon"}`,
  noneFromAnyone: "Je krijgt geen e-mails meer van mensen op Paraline.",
  getAgain: "Weer e-mails krijgen",
  unsubscribeInvalid: "Deze afmeldlink is niet geldig.",
  openFromEmail: "Open hem opnieuw vanuit de e-mail, of kopieer hem volledig.",
} satisfies FormMessages;
