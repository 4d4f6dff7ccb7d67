import type { FormMessages } from "../en/forms.ts";

export const forms = {
  otherLanguages: "Langue",

  private: "Privé",
  linkPreviewTitle: "Quelqu’un aimerait savoir comment tu vois les choses",
  linkPreviewLine: "Quelques questions, auxquelles tu réponds en privé. Pas besoin de compte.",

  shareTitle: "Ton avis, en privé",
  wereYouInvited: "As-tu reçu une invitation\u202f?",
  enterAddress:
    "Une personne que tu connais te demande ton avis, en privé. Indique l’adresse à laquelle ton invitation a été envoyée, et nous t’enverrons ton propre lien par e-mail.",
  yourAddress: "Ton adresse e-mail",
  sendMyLink: "Recevoir mon lien",
  linkIsYours:
    "Le lien n’est envoyé qu’à toi, par e-mail\u00a0: personne d’autre ne peut répondre à ta place.",
  addressUse: "Ton adresse ne sert qu’à cet e-mail. Ni compte, ni mot de passe, ni cookies.",
  checkYourEmail: "Consulte tes e-mails",
  onItsWay: "S’il y a une invitation pour cette adresse, le lien privé est en route.",
  aMinuteOrTwo: "Cela prend une minute ou deux. Regarde aussi dans tes spams.",
  anotherAddress: "Essayer une autre adresse",
  askedForYourView: "On te demande ton avis sur",
  firstName: "Ton prénom",
  start: "Commencer",
  howItWorks:
    "Quelques questions, une par une. Avant d’écrire quoi que ce soit, tu verras qui lit tes réponses.",
  sealedAnswers:
    "Les réponses restent scellées jusqu’à la clôture. Elles sont alors toutes montrées ensemble, sans les noms. Ni compte, ni mot de passe, ni cookies.",
  namedAnswers:
    "Seule la personne qui pose les questions lit tes réponses, avec ton prénom à côté. Ni compte, ni mot de passe, ni cookies.",
  addressMissing: "Indique une adresse e-mail",
  addressMalformed: "Indique une adresse e-mail valide",
  firstNameMissing: "Indique un prénom",
  tooLong: "C’est trop long. Raccourcis un peu.",
  tooOften: "Trop de demandes. Réessaie dans un instant.",
  failed: "Un problème est survenu de notre côté. Réessaie.",

  unsentTitle: "Réponses non envoyées",
  stillHere: "Tes réponses sont toujours là",
  questionNumber: (number: number) => `Question ${number}`,
  encouragementNote: "Mot d’encouragement",

  writtenWhy: "Tu peux le modifier ou le retirer jusqu’à la clôture.",
  changeSeen: "Le jour de la modification est indiqué à côté de tes réponses.",
  saveChanges: "Enregistrer les modifications",
  saved: "Tes modifications sont enregistrées.",
  withdraw: "Retirer ce que j’ai écrit",
  withdrawWhy:
    "Tout est effacé, sans retour possible. Tu peux répondre à nouveau avec ton lien privé.",
  withdrawNow: "Effacer pour de bon",
  withdrawnTitle: "Réponses retirées",
  withdrawn: "Ce que tu as écrit est effacé. Tu peux répondre à nouveau jusqu’à la clôture.",
  answerAgain: "Répondre à nouveau",

  unsubscribeTitle: "Ne plus recevoir d’e-mails",
  noMoreFrom: (owner: string | null) =>
    `Ne plus recevoir d’e-mails envoyés par ${owner ?? "cette personne"}\u202f?`,
  linksKeepWorking: "Les liens que tu as déjà continueront de fonctionner.",
  unsubscribe: "Ne plus les recevoir",
  stopEveryone: "Arrêter les e-mails de tout le monde sur Paraline",
  subscribedAgain: "E-mails réactivés",
  canGetAgain: (owner: string | null) =>
    `Tu peux à nouveau recevoir les e-mails envoyés par ${owner ?? "cette personne"}.`,
  unsubscribed: "E-mails désactivés",
  noneFrom: (owner: string | null) =>
    `Tu ne recevras plus d’e-mails envoyés par ${owner ?? "cette personne"}.`,
  noneFromButOthers: (owner: string | null) =>
    `Tu ne recevras plus d’e-mails envoyés par ${owner ?? "cette personne"}. D’autres personnes sur Paraline peuvent à nouveau t’en envoyer.`,
  getFromAgain: (owner: string | null) =>
    `Réactiver les e-mails envoyés par ${owner ?? "cette personne"}`,
  noneFromAnyone: "Plus personne sur Paraline ne t’enverra d’e-mails.",
  getAgain: "Recevoir à nouveau des e-mails",
  unsubscribeInvalid: "Ce lien de désinscription n’est pas valide.",
  openFromEmail: "Rouvre-le depuis l’e-mail, ou copie-le en entier.",
} satisfies FormMessages;
