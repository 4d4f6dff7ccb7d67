import type { TemplateTexts } from "../en/templates.ts";

export const templates: TemplateTexts = {
  fit: [
    "En general, ¿qué tanto va esto conmigo?",
    "No va conmigo",
    "Ni sí ni no",
    "Va mucho conmigo",
  ],
  lifeDecision: [
    "¿Cuándo me has visto con más vida en lo que hago?",
    "¿Qué crees que busco en el fondo con esta decisión?",
    "¿Qué fortalezas mías me ayudarían más aquí?",
    "¿Qué te preocupa cuando me imaginas haciendo esto?",
    "¿Qué puedo estar evitando o no estar viendo?",
    "Si estuvieras en mi lugar, ¿qué harías ahora?",
  ],
  careerMove: [
    "¿En qué doy lo mejor de mí en el trabajo?",
    "¿Qué tan bien encaja conmigo esta oportunidad?",
    "¿Qué ganaría con este cambio?",
    "¿A qué renunciaría, o qué echaría de menos más de lo que creo?",
    "¿Cuál de mis hábitos podría estorbarme?",
    "¿Qué debería averiguar antes de decidir?",
  ],
  creativeIdea: [
    "¿Qué sentiste primero con esta idea?",
    "¿Qué parte solo podría venir de mí?",
    "¿Qué no queda claro, o se ha hecho ya demasiadas veces?",
    "¿A quién crees que le encantaría, y por qué?",
    "¿Cuál es la versión más pequeña que debería hacer primero?",
  ],
  creativeIdeaStance: [
    "En general, ¿cuántas ganas tienes de ver hecha esta idea?",
    "Ningunas",
    "Ni muchas ni pocas",
    "Muchas",
  ],
  projectFeedback: [
    "¿Qué funciona bien hasta ahora?",
    "¿Dónde perdiste el interés o el hilo?",
    "¿Qué falta que esperabas encontrar?",
    "¿Qué quitarías?",
    "Si pudiera mejorar una sola cosa, ¿cuál debería ser?",
  ],
  projectFeedbackStance: [
    "En general, ¿qué tan bien funciona para ti?",
    "Mal",
    "En parte",
    "Muy bien",
  ],
  personalFeedback: [
    "¿Para qué acudes a mí?",
    "¿Cuándo doy lo mejor de mí con los demás?",
    "¿Qué hago que complica las cosas entre nosotros?",
    "¿Qué te gustaría que supiera sobre la impresión que doy?",
    "¿Cuánto crees que me conozco?",
    "¿Cómo me describirías a alguien que no me conoce?",
  ],
  selfAwareness: { low: "Poco", high: "Mucho" },
  sentences: "De 1 a 3 frases",
  personalFeedbackStance: [
    "En general, ¿qué tan bien estoy ahí para la gente que me rodea?",
    "Mal",
    "Depende",
    "Muy bien",
  ],
  customStance: ["En general, ¿qué te parece esto?", "En contra", "Sin decidir", "A favor"],
};
