import type { ReactNode } from "react";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { InputField } from "#web/ui/fields/input-field.tsx";
import { tooLong } from "#web/ui/fields/too-long.ts";
import type { WrittenCircle } from "../draft/wizard-draft.ts";
import { LanguageField } from "./language-field.tsx";

type ExploringFields = Pick<WrittenCircle, "title" | "description" | "what_they_ask">;

const texts = [
  { name: "description", label: "What I'm exploring", limit: limits.descriptionCharacters },
  { name: "what_they_ask", label: "What I'm asking from you", limit: limits.askCharacters },
] as const;

export function ExploringStep({
  draft,
  opensLanguage,
  onChange,
  onLanguageChange,
  children,
}: {
  draft: ExploringFields & Pick<WrittenCircle, "language">;
  /** Whether to ask for the language, rather than only to show it. */
  opensLanguage: boolean;
  onChange: (fields: Partial<ExploringFields>) => void;
  onLanguageChange: (language: Language) => void;
  children: ReactNode;
}) {
  return (
    <div className="stack g8">
      <InputField
        label="Title"
        hint="Your people see this first. Your name in it helps."
        error={tooLong(draft.title, limits.titleCharacters)}
        className="input exploring-title"
        autoComplete="off"
        required
        value={draft.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      {children}
      {texts.map(({ name, label, limit }) => (
        <Field key={name} label={label} error={tooLong(draft[name], limit)}>
          {(control) => (
            <textarea
              className="input input-long exploring-text"
              rows={4}
              dir="auto"
              required
              value={draft[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
              {...control}
            />
          )}
        </Field>
      ))}
      <LanguageField
        language={draft.language}
        startsOpen={opensLanguage}
        onChange={onLanguageChange}
      />
    </div>
  );
}
