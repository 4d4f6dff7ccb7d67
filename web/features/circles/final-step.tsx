import type { ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import { Field } from "#web/ui/field.tsx";
import { tooLong } from "./too-long.ts";
import type { WizardDraft } from "./wizard-draft.ts";

/** Step 4: until when, who is asking where that is not known yet, and the letter as it will be read. */
export function FinalStep({
  draft,
  today,
  deadlineError,
  asksName,
  onChange,
  children,
}: {
  draft: Pick<WizardDraft, "deadline" | "owner_name">;
  /** In the owner's time zone. */
  today: string;
  deadlineError: string | undefined;
  asksName: boolean;
  onChange: (fields: Partial<Pick<WizardDraft, "deadline" | "owner_name">>) => void;
  /** The preview. */
  children: ReactNode;
}) {
  return (
    <div className="stack g8">
      <Field
        className="max-w-72"
        label="Response deadline"
        optional
        hint="Most people share within 48 hours"
        error={deadlineError}
      >
        {(control) => (
          <input
            className="input num"
            type="date"
            min={today}
            value={draft.deadline}
            onChange={(event) => onChange({ deadline: event.target.value })}
            {...control}
          />
        )}
      </Field>
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
