import { useEffect, useState } from "react";
import type { guessRole } from "#contract/circles/guess-role.ts";
import { findRole, listRoles, type QuestionRole } from "#contract/circles/questions.ts";
import type { WrittenQuestion } from "../draft/wizard-draft.ts";

/**
 * What insights take a question to be for while its owner has not said it. Undefined without words to go by, and until
 * the lists that it is guessed from are loaded.
 */
export function useGuessedRole(question: WrittenQuestion): QuestionRole | undefined {
  const [guess, setGuess] = useState<typeof guessRole>();
  const { label, type, role } = question;
  const isWanted = role === undefined && listRoles(type).includes("other");

  useEffect(() => {
    if (!isWanted) return;
    import("#contract/circles/guess-role.ts").then(
      (loaded) => setGuess(() => loaded.guessRole),
      // Without the lists the editor says that the role is guessed, not which it is.
      () => undefined,
    );
  }, [isWanted]);

  if (!isWanted || label.trim() === "") return undefined;
  return findRole(question) ?? guess?.(label);
}
