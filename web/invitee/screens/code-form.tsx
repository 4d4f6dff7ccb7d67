import { useEffect, useId, useRef } from "react";
import { limits } from "#contract/limits.ts";
import { formFields } from "#contract/pages.ts";
import { paths } from "#contract/paths.ts";
import { useLaterMessages } from "#web/client/later-messages.ts";
import { usePageMessages } from "#web/client/page-messages.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";

/**
 * Asks for the code of a receipt, and opens what was written. A link that was kept has the code in its fragment, which
 * no server sees; it is taken out of the address.
 */
export function CodeForm({
  invite_token,
  error,
  as: Heading = "h2",
}: {
  invite_token: string;
  error?: string;
  /** `h1` where the form is the whole page. */
  as?: "h1" | "h2";
}) {
  const messages = useLaterMessages();
  const { language } = usePageMessages();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // Unlike decodeURIComponent, this also reads a link that was cut in the middle of a letter.
    const code = new URLSearchParams(location.hash.replace("#", "code=")).get("code");
    if (code === null || !code.includes("-") || field.current === null) return;
    field.current.value = code.replaceAll("-", " ");
    history.replaceState(null, "", location.pathname + location.search);
  }, []);

  return (
    <form className="stack g3 way-back" method="post" action={paths.receipt}>
      <input type="hidden" name={formFields.action} value="read" />
      <input type="hidden" name={formFields.language} value={language} />
      <input type="hidden" name={formFields.invite_token} value={invite_token} />
      <div className="stack g2">
        <Heading className={Heading === "h1" ? "title" : "subhead"}>{messages.haveCode}</Heading>
        <p className="small ink-2" id={`${id}why`}>
          {messages.haveCodeWhy}
        </p>
      </div>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {messages.code}
        </label>
        <input
          className="input"
          id={id}
          ref={field}
          name={formFields.code}
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={limits.receiptCodeCharacters}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? `${id}why` : `${id}why ${id}error`}
        />
        {error !== undefined && <FieldError id={`${id}error`}>{error}</FieldError>}
      </div>
      <div className="row">
        <Button type="submit">{messages.openAnswer}</Button>
      </div>
    </form>
  );
}
