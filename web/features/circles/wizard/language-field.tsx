import { useState } from "react";
import { findTextDirection, type Language, languageNames, languages } from "#contract/languages.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { Field } from "#web/ui/fields/field.tsx";

const label = "Language of the questions";

/** The language in which people are asked: a line until it is to be changed. */
export function LanguageField({
  language,
  startsOpen,
  onChange,
}: {
  language: Language;
  startsOpen: boolean;
  onChange: (language: Language) => void;
}) {
  const [opened, setOpened] = useState<"at once" | "by the button" | undefined>(
    startsOpen ? "at once" : undefined,
  );
  if (opened === undefined) {
    return (
      <p>
        {label}: <LanguageName language={language} />{" "}
        <Button
          kind="quiet"
          className="btn-flush btn-accent"
          aria-label={`Change the ${label.toLowerCase()}`}
          onClick={() => setOpened("by the button")}
        >
          Change
        </Button>
      </p>
    );
  }
  return (
    <Field
      label={label}
      hint="The people you ask get their emails and pages in this language, and the templates offer questions in it. You still write in whatever language you like."
    >
      {(control) => (
        <Select
          {...control}
          // The button had the focus and is gone.
          autoFocus={opened === "by the button"}
          value={language}
          onChange={({ target }) => {
            const chosen = languages.find((one) => one === target.value);
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          {languages.map((one) => (
            <option key={one} value={one} lang={one} dir={findTextDirection(one)}>
              {languageNames[one]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The name of a language in itself. */
export function LanguageName({ language }: { language: Language }) {
  return <bdi lang={language}>{languageNames[language]}</bdi>;
}
