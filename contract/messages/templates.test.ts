import { expect, it } from "vitest";
import { guessRole } from "../circles/guess-role.ts";
import {
  createTemplates,
  type QuestionDraft,
  questionDraftSchema,
  questionTemplates,
} from "../circles/questions.ts";
import { type Language, languages } from "../languages.ts";
import { findDirection } from "../question-types/rating-direction.ts";
import { listTypeTexts, validateTypeFields, withTypeDefaults } from "../question-types/rules.ts";
import { templates as ar } from "./ar/templates.ts";
import { templates as de } from "./de/templates.ts";
import { templates as en, type TemplateTexts } from "./en/templates.ts";
import { templates as es } from "./es/templates.ts";
import { templates as fr } from "./fr/templates.ts";
import { templates as italian } from "./it/templates.ts";
import { templates as ja } from "./ja/templates.ts";
import { templates as nl } from "./nl/templates.ts";
import { templates as pl } from "./pl/templates.ts";
import { templates as ptBR } from "./pt-br/templates.ts";
import { templates as tr } from "./tr/templates.ts";

const texts: Record<Language, TemplateTexts> = {
  ...{ en, de, es, fr, "pt-BR": ptBR, it: italian, nl, pl, tr, ja, ar },
};

/** Every question of the templates but the blank ones. */
const listQuestions = (language: Language): QuestionDraft[] =>
  createTemplates(texts[language])
    .flatMap(({ questions, stance }) => [...questions, stance])
    .filter(({ label }) => label !== "");

it.each(languages)(
  "the templates in %s ask what those in English ask, in their own words",
  (language) => {
    const english = listQuestions("en");
    const questions = listQuestions(language);
    const kinds = (list: QuestionDraft[]) => list.map(({ type, role }) => `${type} ${role}`);
    expect(kinds(questions)).toEqual(kinds(english));
    const opposite = new Map([
      ["strengths", "worries"],
      ["worries", "strengths"],
    ]);
    for (const [index, question] of questions.entries()) {
      const whole = withTypeDefaults(question);
      expect(questionDraftSchema.safeParse(whole).error).toBeUndefined();
      expect(validateTypeFields(whole)).toBeUndefined();
      if (question.role !== undefined) {
        expect(guessRole(question.label), question.label).not.toBe(opposite.get(question.role));
      }
      if (question.rating_labels !== undefined) {
        expect(findDirection(question)).toBe("higher_is_better");
      }
      if (language === "en") continue;
      expect(question.label).not.toBe(english[index]?.label);
      const captions = listTypeTexts(question).filter((text) => text !== "");
      expect(captions.length).toBe(
        listTypeTexts(english[index] ?? question).filter((text) => text !== "").length,
      );
    }
  },
);

it("the templates in every language have the same names, for their owners", () => {
  for (const language of languages) {
    expect(createTemplates(texts[language]).map(({ name }) => name)).toEqual(
      questionTemplates.map(({ name }) => name),
    );
  }
});
