import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "#contract/paths.ts";
import { resendConfirmation, verifyAddressCode } from "#web/client/auth/auth.ts";
import { formatAuthError } from "#web/client/auth/auth-error-messages.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { CodeField } from "#web/ui/fields/code-field.tsx";
import { MailIcon } from "#web/ui/icons/icons.tsx";
import { SendAgainButton } from "#web/ui/toasts/send-again-button.tsx";
import { notifySuccess } from "#web/ui/toasts/toast.ts";

/** With the emailed link in this browser, or with its code if the email is read on another device. */
export function ConfirmEmailNotice({ circleId }: { circleId: string }) {
  const session = useSession();
  if (session.kind !== "signed_in") return null;
  const { email } = session.person;

  return (
    <section className="sheet pad stack g4" aria-label="Your address">
      <p className="row icon-row">
        <MailIcon />
        <span>
          Your invitations will be sent once you confirm your own address. Follow the link we sent
          to <span className="strong wrap-anywhere">{email}</span> in this browser, or type the code
          from the email here.
        </span>
      </p>
      <CodeForm email={email} circleId={circleId} />
      <p>
        <SendAgainButton
          kind="quiet"
          className="btn-flush btn-underlined"
          sentTo={email}
          send={() => resendConfirmation(email, paths.circles)}
          formatError={(error) =>
            formatAuthError(error, "The link could not be sent again. Please try again.")
          }
        >
          Send the link again
        </SendAgainButton>
      </p>
    </section>
  );
}

function CodeForm({ email, circleId }: { email: string; circleId: string }) {
  const queries = useQueryClient();
  const [isIncomplete, setIncomplete] = useState(false);
  const confirmation = useMutation({
    mutationFn: (code: string) => verifyAddressCode(email, code),
    networkMode: "always",
    onSuccess: () => {
      notifySuccess("Address confirmed", "Your invitations are on their way.");
      return queries.invalidateQueries({ queryKey: queryKeys.people(circleId) });
    },
  });
  const error = isIncomplete
    ? "Please enter the 6 digits"
    : confirmation.isError
      ? formatAuthError(
          confirmation.error,
          "Your address could not be confirmed. Please try again.",
        )
      : undefined;

  function confirm(form: FormData) {
    const code = String(form.get("code") ?? "").replace(/\s/g, "");
    const isCode = /^\d{6}$/.test(code);
    setIncomplete(!isCode);
    if (isCode) confirmation.mutate(code);
  }

  return (
    <form
      className="stack g3 start"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        confirm(new FormData(event.currentTarget));
      }}
    >
      <CodeField
        name="code"
        hint="6 digits, from the newest email"
        error={error}
        required={false}
      />
      <Button type="submit" busy={confirmation.isPending} busyLabel="Confirming...">
        Confirm
      </Button>
    </form>
  );
}
