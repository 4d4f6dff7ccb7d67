import type { LaterMessages } from "../en/later.ts";
import { formatLongDay } from "../format-in.ts";

export const later = {
  errors: {
    circle_closed: "Cette demande d’avis est close.",
    invite_invalid: "Ce lien n’est pas valide ou a expiré.",
    invite_completed: "Tu as déjà donné ton avis",
    invite_declined: "Tu as choisi de ne pas répondre",
    link_full: "Ce lien a atteint sa limite.",
    link_turned_off:
      "Le lien partagé a été désactivé après que tu l’as ouvert. Rouvre-le, ou vois avec la personne qui te l’a envoyé.",
    link_network_exhausted:
      "En une heure, 20 personnes ont commencé à répondre depuis ton réseau\u00a0: c’est le maximum que ce lien accepte. Rouvre-le plus tard.",
    answers_none: "Réponds à au moins une question.",
    answer_too_long: "La réponse doit faire moins de 2\u202f000 caractères",
    answer_invalid: "Choisis un nombre de 1 à 5.",
    choice_invalid: "Choisis l’une des options. Si elles ont changé, recharge la page.",
    question_unknown:
      "Une question a changé depuis que tu as ouvert cette page. Copie ta réponse à cette question, puis rouvre ton lien.",
    encouragement_too_long: "Le mot d’encouragement doit faire moins de 1\u202f000 caractères",
    text_unstorable:
      "Certains caractères ne peuvent pas être enregistrés. Enlève les symboles inhabituels.",
    receipt_wrong: "Ce code n’ouvre aucune réponse ici. Vérifie les quatre mots et réessaie.",
    receipt_tries_exhausted: "10 codes étaient faux. Réessaie dans une heure.",
  },

  notifications: "Notifications",
  dismiss: "Fermer",
  missingTitle: "Rouvre ton lien",
  missing: "Rouvre le lien reçu par e-mail",
  missingWhy: "L’adresse de cette page ne contient pas ton lien.",
  missingDraft: "Ce que tu as pu écrire est enregistré dans le navigateur où tu l’as écrit.",
  invalid: "Lien non valide",
  askAgain: "Contacte la personne qui te demande ton avis pour qu’elle te le renvoie.",
  openSharedLink: "Ouvrir le lien partagé",
  completedTitle: "Avis déjà donné",
  completedThanks: "Merci. On ne peut répondre qu’une seule fois avec chaque lien.",
  declinedTitle: "Sans réponse",
  declinedEmails: "Tu ne recevras plus d’e-mails à ce sujet.",
  answerAfterAll: "Finalement, je réponds",
  unavailableTitle: "Échec du chargement",
  unavailable: "Impossible de charger la demande d’avis",
  unavailableWhy: "Nous n’arrivons pas à la charger pour le moment. Ton lien est conservé.",
  tryAgain: "Réessayer",
  written: "Ce que tu as écrit",
  writtenUnsent: "Ce texte n’a pas été envoyé.",
  versionUnsent: "Cette version n’a pas été envoyée.",
  copy: "Copier",
  copied: "Copié\u202f!",
  copyRefused: "Ton navigateur ne le permet pas. Le texte est sélectionné\u00a0: copie-le.",

  furtherQuestion: (owner: string | null) =>
    `${owner ?? "La personne qui te demande ton avis"} a encore une question`,
  send: "Envoyer",

  thanks: "Merci",
  onTheirWay: (owner: string | null) =>
    `Tes réponses sont en route vers ${owner ?? "la personne qui te demande ton avis"}.`,
  openUntil: "Date limite",
  sealedUntil: "Scellées jusqu’au",
  longDay: (day: string) => formatLongDay("fr", day),
  received: "Reçus",
  formatReceived: (received: number, asked: number) =>
    `${received.toLocaleString("fr")} avis sur ${asked.toLocaleString("fr")}`,
  ownQuestion: "Et toi, une décision à prendre\u202f?",
  startYourOwn: "Crée ta Paraline",

  keepWayBack: "Garder un moyen de revenir",
  wayBackWhy:
    "Jusqu’à la clôture, tu peux relire, modifier ou retirer ce que tu as écrit, avec ce code et ton lien privé. Nous ne pouvons pas montrer le code une nouvelle fois.",
  wayBackCode: "Ton code",
  wayBackLink: "Ton lien privé avec le code",
  print: "Imprimer",
  haveCode: "Tu as ton code\u202f?",
  haveCodeWhy: "Saisis ses quatre mots pour relire, modifier ou retirer ce que tu as écrit.",
  code: "Code à quatre mots",
  openAnswer: "Ouvrir",
} satisfies LaterMessages;
