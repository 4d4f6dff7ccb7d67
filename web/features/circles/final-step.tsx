import type { ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import { Field } from "#web/ui/field.tsx";
import { type DeadlineCheck, DeadlineField } from "./deadline-field.tsx";
import { tooLong } from "./too-long.ts";
import type { WizardDraft } from "./wizard-draft.ts";

/** Step 4: until when, who is asking where that is not known yet, and the letter as it will be read. */
export function FinalStep({
  draft,
  deadlineCheck,
  asksName,
  onChange,
  children,
}: {
  draft: Pick<WizardDraft, "deadline" | "owner_name">;
  deadlineCheck: DeadlineCheck;
  asksName: boolean;
  onChange: (fields: Partial<Pick<WizardDraft, "deadline" | "owner_name">>) => void;
  /** The preview. */
  children: ReactNode;
}) {
  return (
    <div className="stack g8">
      <DeadlineField
        check={deadlineCheck}
        value={draft.deadline}
        onChange={(deadline) => onChange({ deadline })}
      />
      {asksName && (
        <Field
          className="max-w-104"
          label="Your name, so that they know who is asking"
          optional
          error={tooLong(draft.owner_name, limits.name_characters)}
        >
          {(control) => (
            <input
              className="input"
              type="text"
              autoComplete="name"
              value={draft.owner_name}
              onChange={(event) => onChange({ owner_name: event.target.value })}
              {...control}
            />
          )}
        </Field>
      )}
      {children}
    </div>
  );
}
