import { withLanguage } from "#contract/invitee-paths.ts";
import { findTextDirection, type Language, languageNames, languages } from "#contract/languages.ts";

/** Leads to a page in every language, below it. It is no part of the script, because every byte of that counts. */
export function LanguageLinks({
  current,
  label,
  address,
}: {
  current: Language;
  label: string;
  address: string;
}) {
  return (
    <nav className="invitee-languages invitee-column" aria-label={label}>
      {languages.map((language) => (
        <a
          key={language}
          href={withLanguage(address, language)}
          lang={language}
          dir={findTextDirection(language) === "rtl" ? "auto" : undefined}
          aria-current={language === current || undefined}
        >
          {languageNames[language]}
        </a>
      ))}
    </nav>
  );
}
