import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Question, type QuestionDraft, questionRoles } from "#contract/circles/questions.ts";
import { sentiments } from "#contract/insights/insights.ts";
import type { Answer } from "#contract/question-types/answer.ts";
import { ratingDirections } from "#contract/question-types/rating-schemas.ts";
import { type PreparedReading, prepareReading } from "#server/features/insights/prepare-reading.ts";

const files = [
  "life",
  "career",
  "creative",
  "project",
  "personal",
  "hard",
  "everyday",
  "former-held-out",
  "former-held-out-2",
  "former-held-out-languages",
  "unseen-english",
  "unseen-languages",
  "held-out",
  "held-out-languages",
  "fresh",
] as const;

const labelsSchema = z.strictObject({ low: z.string(), middle: z.string(), high: z.string() });

/** The short forms that the files use, each read as the question for which it stands. */
const questionSchema = z.union([
  z.string().transform((label): QuestionDraft => ({ label, type: "textarea" })),
  z
    .strictObject({
      text: z.string(),
      role: z.enum(questionRoles).exclude(["stance"]).optional(),
    })
    .transform(
      ({ text, role }): QuestionDraft => ({
        label: text,
        type: "textarea",
        ...(role && { role }),
      }),
    ),
  z
    .strictObject({
      rating: z.string(),
      direction: z.enum(ratingDirections).optional(),
      /** Marks the question from which the overall view is counted; at most one in a circle. */
      stance: z.literal(true).optional(),
      labels: labelsSchema.optional(),
    })
    .transform(
      ({ rating, direction, stance, labels }): QuestionDraft => ({
        label: rating,
        type: "rating",
        ...(labels && { rating_labels: labels }),
        ...(direction && { rating_direction: direction }),
        ...(stance && { role: "stance" }),
      }),
    ),
  z
    .strictObject({ choice: z.string(), options: z.array(z.string()) })
    .transform(
      ({ choice, options }): QuestionDraft => ({ label: choice, type: "choice", options }),
    ),
]);

/** A circle of the corpus; README.md beside it says what each field means. */
const circleSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(["life", "career", "creative", "project", "personal"]),
  /** `held_out`: nobody has looked at an engine's results for it. */
  part: z.enum(["tuning", "held_out"]),
  trait: z.string().optional(),
  /** The language, if it is not English. */
  language: z.string().optional(),
  /** Names in the answers; insights of an anonymous circle may show none of them. */
  names: z.array(z.string()).optional(),
  is_anonymous: z.boolean().optional(),
  questions: z
    .array(questionSchema)
    .refine(
      (questions) => questions.filter(({ role }) => role === "stance").length <= 1,
      "more than one stance question",
    ),
  /** The answers of each person in the order of the questions; "" for a skipped question. */
  people: z.array(z.array(z.union([z.string(), z.int().min(1).max(5)]))),
  expect: z.strictObject({
    sentiment: z.enum(sentiments),
    /** Each theme as a list of beginnings of words, one of which its title should contain. */
    themes: z.array(z.array(z.string())),
    risk: z.array(z.string()),
    strength: z.array(z.string()).optional(),
  }),
});
export type CorpusCircle = z.output<typeof circleSchema>;

/** The circles with which engines are measured; README.md beside them describes them. */
export function loadCorpus(): CorpusCircle[] {
  return files.flatMap((name) => {
    const json = readFileSync(new URL(`${name}.json`, import.meta.url), "utf8");
    return z.array(circleSchema).parse(JSON.parse(json));
  });
}

/** Prepares a circle of the corpus in the same way as generating does. */
export function prepareCircle(circle: CorpusCircle, isForModel = false): PreparedReading {
  return prepareAnswers(circle.questions, circle.people, circle.is_anonymous, isForModel);
}

/** Prepares what each person answers to the same questions, in their order. */
export function prepareAnswers(
  drafts: readonly QuestionDraft[],
  people: readonly (readonly Answer[])[],
  isAnonymous = false,
  isForModel = false,
): PreparedReading {
  const questions = drafts.map((question, index): Question => ({ id: index + 1, ...question }));
  return prepareReading(
    { title: "", description: "", what_they_ask: "", is_anonymous: isAnonymous },
    people.map((answers, index) => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
      answers: Object.fromEntries(answers.map((answer, place) => [place + 1, answer])),
      questions,
      use_in_insights: true,
    })),
    { names: [] },
    isForModel,
  );
}

const denialSchema = z.strictObject({
  language: z.string(),
  role: z.enum(["strengths", "worries"]),
  /** What two people write who were asked for it. */
  pair: z.tuple([z.string(), z.string()]),
  /** What a careless reader would take for what they name; of an affirmation, the beginnings of words for what they do. */
  about: z.union([z.string(), z.array(z.string())]),
});
export type Pair = z.output<typeof denialSchema>;

/** Pairs of people who deny what they were asked for (`denials`), or who affirm it (`affirmations`). */
export function loadPairs(name: "denials" | "affirmations"): Pair[] {
  const json = readFileSync(new URL(`${name}.json`, import.meta.url), "utf8");
  return z.array(denialSchema).parse(JSON.parse(json));
}

const askedIn: Readonly<Record<string, Record<Pair["role"], string>>> = {
  en: { strengths: "What are my strengths?", worries: "What worries you?" },
  de: { strengths: "Was sind meine Stärken?", worries: "Was macht dir Sorgen?" },
  fr: { strengths: "Quelles sont mes forces ?", worries: "Qu'est-ce qui t'inquiète ?" },
  es: { strengths: "¿Cuáles son mis fortalezas?", worries: "¿Qué te preocupa?" },
  it: { strengths: "Quali sono i miei punti di forza?", worries: "Che cosa ti preoccupa?" },
  pt: { strengths: "Quais são as minhas forças?", worries: "O que te preocupa?" },
  nl: { strengths: "Wat zijn mijn sterke kanten?", worries: "Waar maak je je zorgen over?" },
};

/** Prepares the answers of two people to one question. */
export function preparePair({ language, role, pair }: Pair): PreparedReading {
  const label = (askedIn[language] ?? askedIn.en)?.[role] ?? role;
  return prepareAnswers(
    [{ label, type: "textarea", role }],
    pair.map((text) => [text]),
  );
}
