import { describe, expect, it } from "vitest";
import { guessRole } from "./guess-role.ts";
import { questionTemplates } from "./questions.ts";

const asked = {
  strengths: [
    "What are my strengths?",
    "Was sind meine Stärken?",
    "Was spricht dafür?",
    "Was gefällt dir an der Idee?",
    "Quelles sont mes forces ?",
    "Qu'est-ce que tu aimes dans ce projet ?",
    "¿Cuáles son mis fortalezas?",
    "¿Qué te gusta de esta idea?",
    "Quais são as minhas qualidades?",
    "O que você gosta nesta ideia?",
    "Quali sono i miei punti di forza?",
    "Wat vind je sterk aan dit plan?",
    "Güçlü yanlarım neler?",
    "Bu fikirde neyi beğendin?",
    "Jakie są moje mocne strony?",
    "Co ci się podoba w tym pomyśle?",
    "Каковы мои сильные стороны?",
    "ما هي نقاط القوة لدي؟",
    "私の強みは何ですか。",
    "你喜欢这个想法的什么？",
  ],
  worries: [
    "What worries you about it?",
    "Was macht dir Sorgen?",
    "Was spricht dagegen?",
    "Qu’est-ce qui t’inquiète ?",
    "Qu'est-ce qui pourrait mal tourner ?",
    "¿Qué te preocupa?",
    "¿Qué podría salir mal? ¿Qué riesgos ves?",
    "O que te preocupa?",
    "Quais riscos você vê?",
    "Che cosa ti preoccupa?",
    "Waar maak je je zorgen over?",
    "Seni ne endişelendiriyor?",
    "Co cię martwi?",
    "Что тебя беспокоит?",
    "ما الذي يقلقك؟",
    "心配なことは何ですか。",
    "你担心什么？",
  ],
  advice: [
    "What should I do next?",
    "Was würdest du an meiner Stelle tun?",
    "Was sollte ich ändern?",
    "Que ferais-tu à ma place ?",
    "Que me conseilles-tu ?",
    "¿Qué harías en mi lugar?",
    "¿Qué me aconsejas?",
    "O que você faria no meu lugar?",
    "Che cosa mi consigli?",
    "Welk advies heb je voor mij?",
    "Ne tavsiye edersin?",
    "Ne yapmalıyım?",
    "Co mi radzisz?",
    "Что ты посоветуешь?",
    "بماذا تنصحني؟",
    "何かアドバイスはありますか。",
    "你有什么建议？",
  ],
  other: [
    "Where did we first meet?",
    "What would you miss if I stopped teaching?",
    "Which one stayed with you?",
    "Was fehlt dir?",
    "Should I take the job?",
    "What do you aim for with your radio?",
    "Who controls the contract?",
    "Wo haben wir uns kennengelernt?",
    "Ne yapmak zorundayım?",
    "¿Dónde nos conocimos?",
    "",
  ],
} as const;

describe("the role that a question names in its own words", () => {
  for (const [role, questions] of Object.entries(asked)) {
    it.each(questions)(`is ${role}: %s`, (question) => {
      expect(guessRole(question)).toBe(role);
    });
  }

  it("is never the opposite of the one that a template gives its own question", () => {
    const opposite = { strengths: "worries", worries: "strengths" };
    for (const { label, role } of questionTemplates.flatMap(({ questions }) => questions)) {
      if (role === "strengths" || role === "worries") {
        expect(guessRole(label), label).not.toBe(opposite[role]);
      }
    }
  });
});
