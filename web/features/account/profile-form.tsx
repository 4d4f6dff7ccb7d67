import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useId, useRef } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { type Account, updateAccount } from "#contract/account.ts";
import { errorMessage } from "#contract/errors.ts";
import { notificationBoxesSchema } from "#contract/notifications.ts";
import { emailAddress } from "#contract/values/text.ts";
import { changeEmail, resendEmailChange } from "#web/client/auth/auth.ts";
import { formatAuthError } from "#web/client/auth/auth-error-messages.ts";
import { useCurrentPassword } from "#web/client/auth/current-password.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Choice } from "#web/ui/choices/choice.tsx";
import { CurrentPasswordField } from "#web/ui/fields/current-password-field.tsx";
import { EmailField } from "#web/ui/fields/email-field.tsx";
import { InputField } from "#web/ui/fields/input-field.tsx";
import { CircleAlertIcon } from "#web/ui/icons/icons.tsx";
import { SendAgainButton } from "#web/ui/toasts/send-again-button.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useResumeEmails, useUpdateAccount } from "./hooks.ts";

const profileSchema = notificationBoxesSchema.extend({
  full_name: updateAccount.body.shape.full_name.unwrap(),
  email: emailAddress("Invalid email address"),
});

const boxes = [
  {
    name: "notify_responses",
    title: "New responses to my Circles",
    line: "At most one email an hour.",
  },
  {
    name: "notify_deadlines",
    title: "Circle deadline reminders",
    line: "A day before, when it has passed, and on review dates.",
  },
  {
    name: "notify_weekly",
    title: "Weekly summary",
    line: "Mondays, if there is news.",
  },
] as const;

const saveErrorMessage = (error: unknown) =>
  formatAuthError(error, "Your changes could not be saved.");

/** All take effect at once, except a new address, which does so once the emailed links have been followed. */
export function ProfileForm({ account }: { account: Account }) {
  const queries = useQueryClient();
  const update = useUpdateAccount();
  const id = useId();
  const notifications = useRef<HTMLLegendElement>(null);
  const form = useForm({
    resolver: zodResolver(profileSchema),
    values: stored(account),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting } = form.formState;
  const password = useCurrentPassword(saveErrorMessage);

  const save = form.handleSubmit(
    async ({ email, ...wanted }) => {
      const isNewEmail = email !== account.email;
      const changes = Object.fromEntries(
        Object.entries(wanted).filter(([name, value]) => account[name as keyof Account] !== value),
      );
      const outcome = await password.attempt(async (current) => {
        const saved = Object.keys(changes).length > 0 ? await update.mutateAsync(changes) : account;
        if (isNewEmail) {
          // What is saved stays saved, even if the address fails; the address stays as it was typed.
          form.reset({ ...stored(saved), email: account.email }, { keepDirtyValues: true });
          await changeEmail(email, current);
          await queries.invalidateQueries({ queryKey: queryKeys.account });
        }
        form.reset(stored(saved), { keepDirtyValues: false });
      }, isNewEmail);
      if (outcome.kind === "failed") notifyError("Error", saveErrorMessage(outcome.error));
      if (outcome.kind !== "done") return;
      if (isNewEmail) {
        notifySuccess("Changes saved", `We sent a link to ${email}. Follow it to finish.`);
      } else {
        notifySuccess("Changes saved");
      }
    },
    (fieldErrors) => {
      const message = fieldErrors.full_name?.message ?? fieldErrors.email?.message;
      if (message !== undefined) notifyError("Validation Error", message);
    },
  );

  return (
    <form className="stack g8" noValidate onSubmit={save}>
      <section className="stack g6" aria-labelledby="profile">
        <h2 className="heading" id="profile" tabIndex={-1}>
          Profile
        </h2>
        <InputField
          label="Full Name"
          error={errors.full_name?.message}
          autoComplete="name"
          {...form.register("full_name")}
        />
        <EmailField error={errors.email?.message} {...form.register("email")} />
        {password.isAsked && <CurrentPasswordField email={account.email} {...password.field} />}
        <EmailChange account={account} />
      </section>
      <fieldset className="stack g2 notification-boxes">
        <legend className="heading" id="notifications" ref={notifications} tabIndex={-1}>
          Notifications
        </legend>
        <EmailsStoppedNotice account={account} afterwards={notifications} />
        {boxes.map(({ name, title, line }) => (
          <Choice
            key={name}
            type="checkbox"
            bare
            title={<span id={`${id}-${name}`}>{title}</span>}
            line={<span id={`${id}-${name}-line`}>{line}</span>}
            aria-labelledby={`${id}-${name}`}
            aria-describedby={`${id}-${name}-line`}
            {...form.register(name)}
          />
        ))}
      </fieldset>
      <p>
        <Button
          kind="primary"
          type="submit"
          className="fill-small"
          busy={isSubmitting}
          busyLabel="Saving..."
        >
          Save Changes
        </Button>
      </p>
    </form>
  );
}

function stored(account: Account): z.output<typeof profileSchema> {
  const { full_name, email, notify_responses, notify_deadlines, notify_weekly } = account;
  return { full_name, email, notify_responses, notify_deadlines, notify_weekly };
}

function EmailChange({ account: { email, email_change } }: { account: Account }) {
  if (email_change === null) return null;
  const { new_email, waits_for } = email_change;
  const addresses = [
    ...(waits_for.includes("new_address") ? [new_email] : []),
    ...(waits_for.includes("old_address") ? [email] : []),
  ];

  return (
    <div className="stack g2">
      <p className="small ink-2">
        Your email address will change to <span className="strong wrap-anywhere">{new_email}</span>.
        The change takes effect once you have followed{" "}
        {addresses.length > 1 ? "the links we sent to" : "the link we sent to"}{" "}
        <span className="wrap-anywhere">{addresses.join(" and ")}</span>.
      </p>
      <p>
        <SendAgainButton
          sentTo={addresses.join(" and ")}
          send={() => resendEmailChange(email)}
          formatError={(error) =>
            formatAuthError(error, "The email could not be sent. Please try again.")
          }
        >
          Send again
        </SendAgainButton>
      </p>
    </div>
  );
}

function EmailsStoppedNotice({
  account,
  afterwards,
}: {
  account: Account;
  /** Takes the focus when this disappears. */
  afterwards: RefObject<HTMLElement | null>;
}) {
  const again = useResumeEmails();
  if (!account.mail_stopped) return null;

  function resumeEmails() {
    again.mutate(undefined, {
      onSuccess: () => {
        afterwards.current?.focus();
        notifySuccess("Emails are back on");
      },
      onError: (error) =>
        notifyError(
          "Error",
          formatErrorMessage(error, "Emails could not be turned back on. Please try again."),
        ),
    });
  }

  return (
    <div className="stack g4 start">
      <p className="row icon-row" role="note">
        <CircleAlertIcon className="ochre" />
        <span>
          You asked for no more emails, so none of these reach{" "}
          <span className="strong wrap-anywhere">{account.email}</span>, whatever is ticked here.{" "}
          {account.email_proven
            ? "Turning emails back on also lets other people's invitations reach you."
            : errorMessage("account_email_unproven")}
        </span>
      </p>
      {account.email_proven && (
        <Button busy={again.isPending} busyLabel="Saving..." onClick={resumeEmails}>
          Turn emails back on
        </Button>
      )}
    </div>
  );
}
