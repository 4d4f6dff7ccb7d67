import type { TemplateTexts } from "../en/templates.ts";

export const templates: TemplateTexts = {
  fit: [
    "En general, ¿cómo crees que encaja esto conmigo?",
    "Encaja mal",
    "Ni bien ni mal",
    "Encaja muy bien",
  ],
  lifeDecision: [
    "¿Cuándo me has visto vibrar más con lo que hago?",
    "¿Qué crees que busco en el fondo con esta decisión?",
    "¿Qué fortalezas mías me ayudarían más en esto?",
    "¿Qué te preocupa cuando me imaginas haciendo esto?",
    "¿Qué podría estar evitando o pasando por alto?",
    "Si estuvieras en mi lugar, ¿qué harías ahora?",
  ],
  careerMove: [
    "¿En qué doy lo mejor de mí en el trabajo?",
    "¿Cómo encaja conmigo esta oportunidad?",
    "¿Qué ganaría con este cambio?",
    "¿A qué renunciaría, o qué echaría de menos más de lo que creo?",
    "¿Cuáles de mis hábitos podrían jugarme en contra?",
    "¿Qué debería averiguar antes de decidir?",
  ],
  creativeIdea: [
    "¿Qué fue lo primero que sentiste con esta idea?",
    "¿Qué parte solo podría venir de mí?",
    "¿Qué no queda claro, o se ha hecho ya demasiadas veces?",
    "¿A quién crees que le encantaría, y por qué?",
    "¿Con qué versión mínima debería empezar?",
  ],
  creativeIdeaStance: [
    "En general, ¿cuántas ganas tienes de ver hecha esta idea?",
    "Pocas",
    "Ni muchas ni pocas",
    "Muchas",
  ],
  projectFeedback: [
    "¿Qué funciona bien hasta ahora?",
    "¿Dónde perdiste el interés o el hilo?",
    "¿Qué esperabas encontrar y no está?",
    "¿Qué quitarías?",
    "Si pudiera mejorar una sola cosa, ¿cuál debería ser?",
  ],
  projectFeedbackStance: ["En general, ¿cómo te funciona?", "Mal", "A medias", "Muy bien"],
  personalFeedback: [
    "¿Para qué acudes a mí?",
    "¿Cuándo doy lo mejor de mí con otras personas?",
    "¿Qué hago que complica las cosas entre tú y yo?",
    "¿Qué te gustaría que supiera sobre la impresión que doy?",
    "¿Cuánto crees que me conozco?",
    "¿Cómo me describirías a alguien que no me conoce?",
  ],
  selfAwareness: { low: "Poco", high: "Mucho" },
  sentences: "De 1 a 3 frases",
  personalFeedbackStance: [
    "En general, ¿hasta qué punto estoy ahí para la gente que me rodea?",
    "Poco",
    "Depende",
    "Mucho",
  ],
  customStance: ["En general, ¿qué te parece esto?", "En contra", "Con dudas", "A favor"],
};
