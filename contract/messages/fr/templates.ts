import type { TemplateTexts } from "../en/templates.ts";

export const templates: TemplateTexts = {
  fit: [
    "Dans l’ensemble, est-ce que cela te semble fait pour moi\u202f?",
    "Pas du tout",
    "Ni oui ni non",
    "Tout à fait",
  ],
  lifeDecision: [
    "Quand me vois-tu rayonner le plus dans ce que je fais\u202f?",
    "Qu’est-ce que je cherche vraiment, selon toi, avec cette décision\u202f?",
    "Sur quelles forces pourrais-je le plus m’appuyer ici\u202f?",
    "Qu’est-ce qui t’inquiète quand tu m’imagines faire cela\u202f?",
    "Qu’est-ce que j’évite peut-être, ou que je ne vois pas\u202f?",
    "À ma place, que ferais-tu maintenant\u202f?",
  ],
  careerMove: [
    "Au travail, dans quoi me vois-tu donner le meilleur de moi-même\u202f?",
    "Cette opportunité est-elle faite pour moi\u202f?",
    "Qu’est-ce que j’y gagnerais\u202f?",
    "À quoi devrais-je renoncer, ou qu’est-ce qui me manquerait plus que je ne crois\u202f?",
    "Lesquelles de mes habitudes pourraient me jouer des tours\u202f?",
    "Que devrais-je savoir avant de décider\u202f?",
  ],
  creativeIdea: [
    "Qu’as-tu ressenti en premier face à cette idée\u202f?",
    "Qu’est-ce qui, là-dedans, ne pourrait venir que de moi\u202f?",
    "Qu’est-ce qui n’est pas clair, ou a déjà été fait trop souvent\u202f?",
    "Selon toi, qui l’adorerait, et pourquoi\u202f?",
    "Par quelle version minimale devrais-je commencer\u202f?",
  ],
  creativeIdeaStance: [
    "Dans l’ensemble, as-tu envie de voir cette idée se réaliser\u202f?",
    "Pas envie",
    "Ni oui ni non",
    "Très envie",
  ],
  projectFeedback: [
    "Qu’est-ce qui fonctionne bien jusqu’ici\u202f?",
    "À quel endroit as-tu décroché ou perdu le fil\u202f?",
    "Que t’attendais-tu à trouver qui n’y est pas\u202f?",
    "Qu’est-ce que tu enlèverais\u202f?",
    "Si je ne pouvais améliorer qu’une chose, laquelle devrais-je choisir\u202f?",
  ],
  projectFeedbackStance: [
    "Dans l’ensemble, est-ce que cela fonctionne pour toi\u202f?",
    "Mal",
    "En partie",
    "Très bien",
  ],
  personalFeedback: [
    "Qu’est-ce que tu viens chercher auprès de moi\u202f?",
    "Quand est-ce que je donne le meilleur de moi-même avec les autres\u202f?",
    "Qu’est-ce que je fais qui complique les choses entre nous\u202f?",
    "Qu’aimerais-tu que je sache de l’impression que je donne\u202f?",
    "Ai-je l’air de bien me connaître\u202f?",
    "Comment me décrirais-tu à quelqu’un qui ne me connaît pas\u202f?",
  ],
  selfAwareness: { low: "Pas vraiment", high: "Tout à fait" },
  sentences: "1 à 3 phrases",
  personalFeedbackStance: [
    "Dans l’ensemble, suis-je là pour les gens qui m’entourent\u202f?",
    "Pas vraiment",
    "Ça dépend",
    "Tout à fait",
  ],
  customStance: ["Dans l’ensemble, qu’en penses-tu\u202f?", "Contre", "J’hésite", "Pour"],
};
