import type { TemplateTexts } from "../en/templates.ts";

export const templates: TemplateTexts = {
  fit: [
    "Nel complesso, quanto pensi che questo faccia per me?",
    "Non fa per me",
    "Né sì né no",
    "Fa proprio per me",
  ],
  lifeDecision: [
    "Cosa mi vedi fare quando mi brillano gli occhi?",
    "Secondo te, cosa cerco davvero con questa decisione?",
    "Quali miei punti di forza mi aiuterebbero di più?",
    "Cosa ti preoccupa se immagini che io lo faccia?",
    "Cosa forse sto evitando, o non riesco a vedere?",
    "Al mio posto, cosa faresti adesso?",
  ],
  careerMove: [
    "In cosa do il meglio di me sul lavoro?",
    "Quanto fa per me questa opportunità?",
    "Cosa ci guadagnerei?",
    "A cosa rinuncerei, o cosa mi mancherebbe più di quanto penso?",
    "Quali delle mie abitudini potrebbero essermi d’ostacolo?",
    "Cosa dovrei scoprire prima di decidere?",
  ],
  creativeIdea: [
    "Qual è stata la tua prima sensazione davanti a questa idea?",
    "Quale parte potrebbe venire solo da me?",
    "Cosa non è chiaro, o è già stato fatto troppe volte?",
    "A chi piacerebbe moltissimo, secondo te, e perché?",
    "Qual è la versione più piccola da cui dovrei cominciare?",
  ],
  creativeIdeaStance: [
    "Nel complesso, quanta voglia hai di vedere realizzata questa idea?",
    "Poca",
    "Né tanta né poca",
    "Tanta",
  ],
  projectFeedback: [
    "Cosa funziona bene finora?",
    "Dove hai perso l’interesse o il filo?",
    "Cosa ti aspettavi di trovare e non c’è?",
    "Cosa taglieresti?",
    "Se potessi migliorare una cosa sola, quale dovrebbe essere?",
  ],
  projectFeedbackStance: ["Nel complesso, come funziona per te?", "Male", "In parte", "Molto bene"],
  personalFeedback: [
    "Per cosa ti rivolgi a me?",
    "Quando do il meglio di me con gli altri?",
    "Cosa faccio che rende le cose più difficili tra noi?",
    "Cosa vorresti che sapessi dell’impressione che do?",
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
  customStance: ["Nel complesso, cosa ne pensi?", "Contro", "In dubbio", "A favore"],
};
