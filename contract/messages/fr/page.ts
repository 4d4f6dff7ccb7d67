import type { PageMessages } from "../en/page.ts";
import { formatShortDay } from "../format-in.ts";
import { plural } from "../plural.ts";

const asker = "la personne qui te demande ton avis";

export const page = {
  language: "fr",
  skip: "Aller au contenu",
  home: "Paraline, accueil",
  progress: "Progression",
  percent: (value: number) => `${value}\u00a0%`,
  characters: (count: number, limit: number) =>
    `${count.toLocaleString("fr")} sur ${limit.toLocaleString("fr")} caractères`,
  day: (day: string) => formatShortDay("fr", day),

  privateTo: (owner: string | null) => (owner === null ? "Privé" : `Réservé à ${owner}`),
  loading: "Chargement…",
  loadingWithoutScript: "Rouvre ton lien privé\u00a0: il fonctionne sans JavaScript.",
  loadFailed: "Impossible de charger la demande d’avis. Vérifie ton lien.",
  choiceFailed: "L’envoi n’a pas abouti. Réessaie.",
  submitFailed: "Tes réponses n’ont pas pu être envoyées. Réessaie.",
  submitted: "Tes réponses ont bien été envoyées\u202f!",

  aboutLabel: "À propos de cette demande d’avis",
  from: (owner: string | null) =>
    owner === null
      ? "De la part de quelqu’un pour qui ton avis compte"
      : `${owner} aimerait avoir ton avis`,
  exploring: "De quoi il s’agit",
  asking: "Ce qu’on te demande",
  readAll: "Tout lire",
  showLess: "Réduire",
  takes: (minutes: string) => `Il te faudra environ ${minutes.replace("-", " à ")} minutes`,
  whoReads: "Qui lit tes réponses",
  readersNamed: (owner: string | null) => `Uniquement ${owner ?? asker}, avec ton prénom à côté.`,
  readersNamedAndModel: (owner: string | null, model: string) =>
    `Uniquement ${owner ?? asker} et, pour la synthèse des réponses, le modèle d’IA ${model}, avec ton prénom à côté.`,
  readersSealed: (owner: string | null, until: string | null) =>
    `Uniquement ${owner ?? asker}, sans les noms. Les réponses restent scellées jusqu’${closing(until)}.`,
  readersSealedAndModel: (owner: string | null, model: string, until: string | null) =>
    `Uniquement ${owner ?? asker} et, pour la synthèse des réponses, le modèle d’IA ${model}, sans les noms. Les réponses restent scellées jusqu’${closing(until)}.`,
  fewerThanThree: "Si moins de 3 personnes répondent, rien n’est montré et tout est supprimé.",
  peopleAsked: (count: number | null) =>
    count === null
      ? "D’autres personnes peuvent répondre par un lien ouvert."
      : plural("fr", count, {
          one: "Tu es la seule personne à qui l’on demande son avis.",
          other: `On a demandé leur avis à ${count.toLocaleString("fr")} personnes.`,
        }),
  insightsHere:
    "La synthèse des réponses, faite uniquement sur ce serveur, peut utiliser les tiennes. Tu pourras le refuser à la fin.",
  insightsByModel: (model: string) =>
    `La synthèse des réponses, faite par le modèle d’IA ${model}, peut utiliser les tiennes. Tu pourras le refuser à la fin.`,
  giveAway: "Ce qui pourrait quand même te trahir",
  giveAwayWording: "Ta façon d’écrire.",
  giveAwayOwner: (owner: string | null) =>
    `${owner ?? "La personne qui te demande ton avis"} pourrait répondre aussi, et connaît ses propres réponses. Si une seule autre personne répond, c’est toi.`,
  giveAwayServer:
    "Les personnes qui gèrent ce serveur pourraient faire le lien entre une réponse et toi.",

  question: (number: number, count: number) => `Question ${number} sur ${count}`,
  answerPlaceholder: "Dis ce que tu penses…",
  hint: (words: string) =>
    `«\u202f${words}\u202f» peut révéler qui tu es. Tu peux le laisser ou le formuler autrement.`,
  decline: "Je préfère ne pas répondre",
  goToFirst: "Aller à la première question",
  back: "Retour",
  next: "Suivant",
  submit: "Envoyer mon avis",
  submitting: "Envoi en cours…",
  safeToSubmitAgain: "Tes réponses sont toujours là. Tu peux les renvoyer sans risque.",
  encouragement: "Laisse un mot d’encouragement",
  encouragementHint: (owner: string | null) =>
    `Facultatif. Une ou deux lignes pour ${owner ?? asker}, à garder quoi qu’il arrive.`,
  leaveOut: "Ne pas inclure mes réponses dans la synthèse",
  leaveOutHint: (owner: string | null) =>
    `${owner ?? "La personne qui te demande ton avis"} pourra quand même lire tes réponses.`,
} satisfies PageMessages;

function closing(until: string | null): string {
  return until === null ? "à la clôture de la demande d’avis" : `au ${until}`;
}
