import type { z } from "zod";
import type { Circle, updateCircle } from "#contract/circles/circles.ts";
import { withReadingsFrom } from "#contract/circles/questions.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import {
  comparable,
  sentQuestion,
  toWrittenQuestions,
  type WrittenQuestion,
  writtenCircleSchema,
} from "./wizard-draft.ts";

const contentSchema = writtenCircleSchema.omit({ template_id: true });
type Content = z.output<typeof contentSchema>;

/** `base` is the version to which the changes were made. */
export const editDraftSchema = writtenCircleSchema.extend({ base: contentSchema });
export type EditDraft = z.output<typeof editDraftSchema>;

/** What can differ between two versions, in the order of the steps. */
const parts = [
  "title",
  "description",
  "what_they_ask",
  "language",
  "cover_image_url",
  "questions",
  "deadline",
] as const satisfies (keyof Content)[];
type Part = (typeof parts)[number];

const partNames: Record<Part, string> = {
  title: "the title",
  description: "what you are exploring",
  what_they_ask: "what you are asking",
  language: "the language",
  cover_image_url: "the cover image",
  questions: "the questions",
  deadline: "the deadline",
};

export function createEditDraft(circle: Circle): EditDraft {
  const base = createContent(circle);
  return { template_id: "", ...base, base };
}

export function isEdited(draft: EditDraft): boolean {
  return parts.some((part) => !isSame(part, draft, draft.base));
}

/** Untouched parts follow the newer version. `contested` names the parts that both have changed in different ways. */
export function rebase(
  draft: EditDraft,
  stored: Circle,
): { draft: EditDraft; contested: string[] } {
  const theirs = createContent(stored);
  const contested: string[] = [];
  const merged: Content = { ...theirs };
  for (const part of parts) {
    if (isSame(part, draft, draft.base)) continue;
    take(merged, draft, part);
    if (!isSame(part, theirs, draft.base) && !isSame(part, theirs, draft)) {
      contested.push(partNames[part]);
    }
  }
  return { draft: { template_id: draft.template_id, ...merged, base: theirs }, contested };
}

/** The body that stores the draft. A question removed elsewhere in the meantime is sent as a new one. */
export function toUpdateInput(
  draft: EditDraft,
  isAnonymous: boolean,
): EndpointInput<typeof updateCircle>["body"] {
  const storedIds = new Set(draft.base.questions.map(({ id }) => id));
  return {
    title: draft.title,
    description: draft.description,
    what_they_ask: draft.what_they_ask,
    language: draft.language,
    is_anonymous: isAnonymous,
    deadline: draft.deadline === "" ? null : draft.deadline,
    cover_image_url: draft.cover_image_url,
    questions: draft.questions.map((question) => ({
      ...sentQuestion(question),
      ...(question.id !== undefined && storedIds.has(question.id) ? { id: question.id } : {}),
    })),
  };
}

/** The stored questions with their wording, but with the roles and directions of the draft. */
export function markStoredQuestions({ base, questions }: EditDraft): WrittenQuestion[] {
  return base.questions.map((stored) => {
    const written = questions.find(({ id, type }) => id === stored.id && type === stored.type);
    return written === undefined ? stored : withReadingsFrom(stored, written);
  });
}

function createContent(circle: Circle): Content {
  const { title, description, what_they_ask, language } = circle;
  const { cover_image_url, questions, deadline } = circle;
  return {
    title,
    description,
    what_they_ask,
    language,
    cover_image_url,
    questions: toWrittenQuestions(questions),
    deadline: deadline ?? "",
  };
}

function take<P extends Part>(into: Pick<Content, P>, from: Pick<Content, P>, part: P): void {
  into[part] = from[part];
}

function isSame(part: Part, one: Content, other: Content): boolean {
  if (part !== "questions") return one[part] === other[part];
  const read = ({ questions }: Content) =>
    JSON.stringify(questions.map((question) => [question.id, ...comparable(question)]));
  return read(one) === read(other);
}
