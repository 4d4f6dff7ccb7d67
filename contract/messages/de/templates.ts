import type { TemplateTexts } from "../en/templates.ts";

export const templates: TemplateTexts = {
  fit: ["Alles in allem: Wie gut passt das zu mir?", "Passt nicht", "Neutral", "Passt sehr gut"],
  lifeDecision: [
    "Wobei hast du mich am lebendigsten erlebt?",
    "Was suche ich deiner Meinung nach mit dieser Entscheidung wirklich?",
    "Welche meiner Stärken würden mir hier am meisten helfen?",
    "Was macht dir Sorgen, wenn du dir vorstellst, dass ich das mache?",
    "Wovor weiche ich vielleicht aus, oder was sehe ich nicht?",
    "Was würdest du an meiner Stelle als Nächstes tun?",
  ],
  careerMove: [
    "Wobei erlebst du mich bei der Arbeit in Bestform?",
    "Wie gut passt diese Chance zu mir?",
    "Was würde ich durch diesen Schritt gewinnen?",
    "Was würde ich aufgeben oder mehr vermissen, als ich denke?",
    "Welche meiner Gewohnheiten könnten mir im Weg stehen?",
    "Was sollte ich herausfinden, bevor ich mich entscheide?",
  ],
  creativeIdea: [
    "Was war dein erstes Gefühl bei dieser Idee?",
    "Was daran kann nur von mir kommen?",
    "Was ist unklar oder schon zu oft gemacht worden?",
    "Wer würde sie deiner Meinung nach lieben, und warum?",
    "Was wäre die kleinste Version, mit der ich anfangen sollte?",
  ],
  creativeIdeaStance: [
    "Alles in allem: Wie sehr wünschst du dir, dass diese Idee Wirklichkeit wird?",
    "Gar nicht",
    "Neutral",
    "Sehr",
  ],
  projectFeedback: [
    "Was funktioniert bisher gut?",
    "Wo hast du das Interesse oder den Faden verloren?",
    "Was fehlt, das du erwartet hättest?",
    "Was würdest du weglassen?",
    "Wenn ich nur eine Sache verbessern könnte: Welche sollte es sein?",
  ],
  projectFeedbackStance: [
    "Alles in allem: Wie gut funktioniert es für dich?",
    "Schlecht",
    "Teilweise",
    "Sehr gut",
  ],
  personalFeedback: [
    "Womit kommst du zu mir?",
    "Wann zeige ich mich anderen von meiner besten Seite?",
    "Womit mache ich es zwischen uns schwieriger?",
    "Was sollte ich darüber wissen, wie ich auf andere wirke?",
    "Wie gut scheine ich mich selbst zu kennen?",
    "Wie würdest du mich einer Person beschreiben, die mich noch nie getroffen hat?",
  ],
  selfAwareness: { low: "Kaum", high: "Sehr gut" },
  sentences: "1–3 Sätze",
  personalFeedbackStance: [
    "Alles in allem: Wie gut bin ich für die Menschen um mich herum da?",
    "Nicht gut",
    "Mal so, mal so",
    "Sehr gut",
  ],
  customStance: ["Alles in allem: Wie stehst du dazu?", "Dagegen", "Unentschieden", "Dafür"],
};
