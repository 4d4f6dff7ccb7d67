import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import type { Account } from "#contract/account.ts";
import { updateAccount } from "#contract/account.ts";
import { ApiError } from "#web/client/api.ts";
import { changeEmail } from "#web/client/auth.ts";
import { useSession } from "#web/client/use-session.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { notifyError, notifySuccess } from "#web/ui/toast.ts";
import { useUpdateAccount } from "./update-account.ts";

const profileSchema = z.object({
  full_name: updateAccount.body.shape.full_name.unwrap(),
  email: z.string().trim().pipe(z.email("Invalid email address")),
});

/** Name and address. The name counts at once, a new address when the link mailed to it has been followed. */
export function ProfileForm({ account }: { account: Account }) {
  const session = useSession();
  const update = useUpdateAccount();
  const form = useForm({
    resolver: zodResolver(profileSchema),
    values: { full_name: account.full_name, email: account.email },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting } = form.formState;
  const asked = session.kind === "signed_in" ? session.person.new_email : undefined;
  const waitingEmail = asked === account.email ? undefined : asked;

  const save = form.handleSubmit(
    async ({ full_name, email }) => {
      const isNewEmail = email.toLowerCase() !== account.email.toLowerCase();
      try {
        if (full_name !== account.full_name) await update.mutateAsync({ full_name });
        if (isNewEmail) await changeEmail(email);
        form.reset({ full_name, email: account.email }, { keepDirtyValues: false });
        if (isNewEmail) {
          notifySuccess("Changes saved", `We sent a link to ${email}. Follow it to finish.`);
        } else {
          notifySuccess("Changes saved");
        }
      } catch (error) {
        notifyError("Error", saveFailure(error));
      }
    },
    (faults) => {
      const message = faults.full_name?.message ?? faults.email?.message;
      if (message !== undefined) notifyError("Validation Error", message);
    },
  );

  return (
    <form className="stack g8" noValidate onSubmit={save}>
      <section className="stack g6" aria-labelledby="profile">
        <h2 className="heading" id="profile">
          Profile
        </h2>
        <Field label="Full Name" error={errors.full_name?.message}>
          {(control) => (
            <input
              className="input"
              type="text"
              autoComplete="name"
              {...form.register("full_name")}
              {...control}
            />
          )}
        </Field>
        <Field
          label="Email"
          hint={
            waitingEmail === undefined ? undefined : (
              <>
                We sent a link to <span className="wrap-anywhere">{waitingEmail}</span>. Your
                address changes once you have followed it.
              </>
            )
          }
          error={errors.email?.message}
        >
          {(control) => (
            <input
              className="input"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="off"
              spellCheck={false}
              required
              {...form.register("email")}
              {...control}
            />
          )}
        </Field>
      </section>
      <p>
        <Button
          kind="primary"
          type="submit"
          className="fill-small"
          busy={isSubmitting}
          busyWords="Saving..."
        >
          Save Changes
        </Button>
      </p>
    </form>
  );
}

function saveFailure(error: unknown): string {
  const isSpoken = error instanceof ApiError || (error instanceof Error && "code" in error);
  return isSpoken && error.message !== "" ? error.message : "Your changes could not be saved.";
}
