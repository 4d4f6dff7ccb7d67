import { useEffect, useState } from "react";
import type { guessRole } from "#contract/circles/guess-role.ts";
import {
  findRole,
  listRoles,
  pickRole,
  type QuestionRole,
  questionRoles,
} from "#contract/circles/questions.ts";
import { OwnerOnlyFieldsEditor } from "#web/question-types/type-fields-editor.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import type { WrittenQuestion } from "../draft/wizard-draft.ts";
import { isOfferedStance, type OwnerOnlyFields } from "../draft/wizard-draft.ts";

const roleNames: Record<QuestionRole, string> = {
  stance: "Counts as the overall view",
  strengths: "Asks for strengths",
  worries: "Asks for worries",
  advice: "Asks for advice",
  other: "Asks for something else",
};

const guessNames: Record<QuestionRole, string> = {
  stance: "Overall view (our guess)",
  strengths: "Strengths (our guess)",
  worries: "Worries (our guess)",
  advice: "Advice (our guess)",
  other: "Something else (our guess)",
};

export function QuestionRoleEditor({
  question,
  position,
  onChange,
}: {
  question: WrittenQuestion;
  /** Counted from 1. */
  position: number;
  onChange: (fields: OwnerOnlyFields) => void;
}) {
  const roles = listRoles(question.type);
  const guessed = useGuessedRole(question);
  if (roles.length === 0) return null;
  const role = pickRole(question);
  return (
    <div className="question-role">
      <Select
        frame={role === "stance" ? "mark-field mark-stance" : "mark-field"}
        className="input-touch small"
        aria-label={`What question ${position} is for`}
        value={role ?? ""}
        onChange={(event) =>
          onChange({ role: questionRoles.find((known) => known === event.target.value) })
        }
      >
        <option value="">
          {roles.includes("stance")
            ? "An ordinary rating"
            : guessed === undefined
              ? "Guessed from its words"
              : guessNames[guessed]}
        </option>
        {roles.map((known) => (
          <option key={known} value={known}>
            {roleNames[known]}
          </option>
        ))}
      </Select>
      {!isOfferedStance(question) && (
        <OwnerOnlyFieldsEditor question={question} position={position} onChange={onChange} />
      )}
    </div>
  );
}

/** A text question: insights guess what it is for, unless the owner says it. */
export function hasGuessableRole({ type }: WrittenQuestion): boolean {
  return listRoles(type).includes("other");
}

/** Undefined if the question has no text, and until the lists from which it is guessed are loaded. */
function useGuessedRole(question: WrittenQuestion): QuestionRole | undefined {
  const [guess, setGuess] = useState<typeof guessRole>();
  const { label, role } = question;
  const isWanted = role === undefined && hasGuessableRole(question);

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
