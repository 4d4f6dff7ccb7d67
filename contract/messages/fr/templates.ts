import type { TemplateTexts } from "../en/templates.ts";

export const templates: TemplateTexts = {
  fit: [
    "Dans l’ensemble, est-ce que cela me correspond\u202f?",
    "Pas du tout",
    "Ni oui ni non",
    "Tout à fait",
  ],
  lifeDecision: [
    "Dans quoi me vois-tu mettre le plus d’élan\u202f?",
    "Qu’est-ce que je cherche vraiment, selon toi, avec cette décision\u202f?",
    "Lesquelles de mes forces m’aideraient le plus ici\u202f?",
    "Qu’est-ce qui t’inquiète quand tu m’imagines faire cela\u202f?",
    "Qu’est-ce que j’évite peut-être, ou que je ne vois pas\u202f?",
    "À ma place, que ferais-tu maintenant\u202f?",
  ],
  careerMove: [
    "Dans quoi me vois-tu donner le meilleur de moi au travail\u202f?",
    "Cette occasion me correspond-elle\u202f?",
    "Qu’est-ce que j’y gagnerais\u202f?",
    "À quoi devrais-je renoncer, ou qu’est-ce qui me manquerait plus que je ne crois\u202f?",
    "Laquelle de mes habitudes pourrait me gêner\u202f?",
    "Que devrais-je savoir avant de décider\u202f?",
  ],
  creativeIdea: [
    "Quel a été ton premier sentiment face à cette idée\u202f?",
    "Quelle part ne pourrait venir que de moi\u202f?",
    "Qu’est-ce qui n’est pas clair, ou a déjà été trop fait\u202f?",
    "Qui l’adorerait, selon toi, et pourquoi\u202f?",
    "Quelle est la plus petite version à faire d’abord\u202f?",
  ],
  creativeIdeaStance: [
    "Dans l’ensemble, as-tu envie de voir cette idée se réaliser\u202f?",
    "Aucune envie",
    "Ni oui ni non",
    "Très envie",
  ],
  projectFeedback: [
    "Qu’est-ce qui fonctionne bien jusqu’ici\u202f?",
    "À quel endroit as-tu décroché ou perdu le fil\u202f?",
    "Que manque-t-il que tu t’attendais à trouver\u202f?",
    "Qu’est-ce que tu couperais\u202f?",
    "Si je ne pouvais améliorer qu’une chose, laquelle choisir\u202f?",
  ],
  projectFeedbackStance: [
    "Dans l’ensemble, est-ce que cela fonctionne pour toi\u202f?",
    "Mal",
    "En partie",
    "Très bien",
  ],
  personalFeedback: [
    "Pour quoi viens-tu vers moi\u202f?",
    "Quand suis-je à mon meilleur avec les autres\u202f?",
    "Qu’est-ce que je fais qui complique les choses entre nous\u202f?",
    "Qu’aimerais-tu que je sache de l’impression que je donne\u202f?",
    "Ai-je l’air de bien me connaître\u202f?",
    "Comment me décrirais-tu à quelqu’un qui ne me connaît pas\u202f?",
  ],
  selfAwareness: { low: "Peu", high: "Très bien" },
  sentences: "1 à 3 phrases",
  personalFeedbackStance: [
    "Dans l’ensemble, suis-je là pour les gens qui m’entourent\u202f?",
    "Peu",
    "Cela dépend",
    "Tout à fait",
  ],
  customStance: ["Dans l’ensemble, qu’en penses-tu\u202f?", "Contre", "Sans avis", "Pour"],
};
