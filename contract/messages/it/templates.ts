import type { TemplateTexts } from "../en/templates.ts";

export const templates: TemplateTexts = {
  fit: ["Nel complesso, quanto fa per me?", "Non fa per me", "Né sì né no", "Fa proprio per me"],
  lifeDecision: [
    "In che cosa mi vedi mettere più vita?",
    "Secondo te, che cosa cerco davvero con questa decisione?",
    "Quali miei punti di forza mi aiuterebbero di più?",
    "Che cosa ti preoccupa se immagini che io lo faccia?",
    "Che cosa sto forse evitando o non vedendo?",
    "Al mio posto, che cosa faresti adesso?",
  ],
  careerMove: [
    "In che cosa do il meglio di me sul lavoro?",
    "Quanto fa per me questa occasione?",
    "Che cosa ci guadagnerei?",
    "A che cosa rinuncerei, o che cosa mi mancherebbe più di quanto penso?",
    "Quale delle mie abitudini potrebbe ostacolarmi?",
    "Che cosa dovrei scoprire prima di decidere?",
  ],
  creativeIdea: [
    "Qual è stata la tua prima sensazione su questa idea?",
    "Quale parte potrebbe venire solo da me?",
    "Che cosa non è chiaro, o è già stato fatto troppe volte?",
    "Chi la amerebbe, secondo te, e perché?",
    "Qual è la versione più piccola da cui dovrei cominciare?",
  ],
  creativeIdeaStance: [
    "Nel complesso, quanta voglia hai di vedere realizzata questa idea?",
    "Nessuna",
    "Così così",
    "Molta",
  ],
  projectFeedback: [
    "Che cosa funziona bene finora?",
    "Dove hai perso interesse o il filo?",
    "Che cosa manca che ti aspettavi di trovare?",
    "Che cosa taglieresti?",
    "Se potessi migliorare una cosa sola, quale dovrebbe essere?",
  ],
  projectFeedbackStance: [
    "Nel complesso, quanto funziona per te?",
    "Poco",
    "In parte",
    "Molto bene",
  ],
  personalFeedback: [
    "Per che cosa vieni da me?",
    "Quando do il meglio di me con gli altri?",
    "Che cosa faccio che rende le cose più difficili tra noi?",
    "Che cosa vorresti che sapessi dell’impressione che do?",
    "Quanto ti sembra che io mi conosca?",
    "Come mi descriveresti a chi non mi ha mai incontrato?",
  ],
  selfAwareness: { low: "Poco", high: "Molto" },
  sentences: "Da 1 a 3 frasi",
  personalFeedbackStance: [
    "Nel complesso, quanto ci sono per le persone che ho intorno?",
    "Poco",
    "Dipende",
    "Molto",
  ],
  customStance: ["Nel complesso, che cosa ne pensi?", "Contro", "Nel dubbio", "A favore"],
};
