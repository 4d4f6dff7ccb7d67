import type { ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { tooLong } from "#web/ui/fields/too-long.ts";
import type { WrittenCircle } from "../draft/wizard-draft.ts";

type ExploringFields = Pick<WrittenCircle, "title" | "description" | "what_they_ask">;

/** Step 1: the topic, and what is asked. */
export function ExploringStep({
  draft,
  onChange,
  children,
}: {
  draft: ExploringFields;
  onChange: (fields: Partial<ExploringFields>) => void;
  /** The cover comes last: the text matters more. */
  children: ReactNode;
}) {
  return (
    <div className="stack g8">
      <Field
        label="Title"
        hint="Your people see this first. Your name in it helps."
        error={tooLong(draft.title, limits.title_characters)}
      >
        {(control) => (
          <input
            className="input exploring-title"
            type="text"
            autoComplete="off"
            required
            value={draft.title}
            onChange={(event) => onChange({ title: event.target.value })}
            {...control}
          />
        )}
      </Field>
      <Field
        label="What I'm exploring"
        error={tooLong(draft.description, limits.description_characters)}
      >
        {(control) => (
          <textarea
            className="input input-long exploring-text"
            rows={4}
            required
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
            {...control}
          />
        )}
      </Field>
      <Field
        label="What I'm asking from you"
        error={tooLong(draft.what_they_ask, limits.ask_characters)}
      >
        {(control) => (
          <textarea
            className="input input-long exploring-text"
            rows={4}
            required
            value={draft.what_they_ask}
            onChange={(event) => onChange({ what_they_ask: event.target.value })}
            {...control}
          />
        )}
      </Field>
      {children}
    </div>
  );
}
