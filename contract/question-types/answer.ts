import type { InviteeErrorCode } from "../invitee-errors.ts";
import type { TypeFields } from "./schemas.ts";

/** One answer: text for a text question, 1 to 5 for a rating, an option for a choice. */
export type Answer = string | number;

/** The answer to store, `undefined` for an empty one, or the code of the rule it breaks. */
export type ValidatedAnswer = { answer: Answer | undefined } | { error: InviteeErrorCode };

/**
 * Validates an answer to a question of one type. Each rule is in a file of its own, because the invitee's page loads
 * everything that these files import.
 */
export type AnswerRule = (answer: Answer, question: TypeFields) => ValidatedAnswer;
