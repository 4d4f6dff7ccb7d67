import { useEffect, useState } from "react";
import type { guessRole } from "#contract/circles/guess-role.ts";
import { findRole, listRoles, type QuestionRole } from "#contract/circles/questions.ts";
import type { WrittenQuestion } from "../draft/wizard-draft.ts";

/**
 * The role that insights assume for a question while its owner has not chosen one. Undefined if the question has no
 * text, and until the lists from which it is guessed are loaded.
 */
export function useGuessedRole(question: WrittenQuestion): QuestionRole | undefined {
  const [guess, setGuess] = useState<typeof guessRole>();
  const { label, type, role } = question;
  const isWanted = role === undefined && listRoles(type).includes("other");

  useEffect(() => {
    if (!isWanted) return;
    import("#contract/circles/guess-role.ts").then(
      (loaded) => setGuess(() => loaded.guessRole),
      // Without the lists the editor says that the role is guessed, but not which one it is.
      () => undefined,
    );
  }, [isWanted]);

  if (!isWanted || label.trim() === "") return undefined;
  return findRole(question) ?? guess?.(label);
}
