import type { ReactNode, SubmitEvent } from "react";
import { inviteePaths } from "#contract/invitee-paths.ts";
import { formFields } from "#contract/pages.ts";
import { usePageMessages } from "#web/client/page-messages.ts";

/** A form with one button, which posts if there is no script. */
export function ActionForm({
  id,
  action,
  invite_token,
  onAct,
  children,
}: {
  id?: string;
  action: "decline" | "reopen";
  invite_token: string | undefined;
  onAct?: ((form: HTMLFormElement) => void) | undefined;
  children?: ReactNode;
}) {
  const { language } = usePageMessages();
  return (
    <form
      id={id}
      method="post"
      action={inviteePaths.feedback}
      hidden={children === undefined}
      onSubmit={
        onAct &&
        ((event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          onAct(event.currentTarget);
        })
      }
    >
      <input type="hidden" name={formFields.action} value={action} />
      <input type="hidden" name={formFields.language} value={language} />
      <input type="hidden" name={formFields.invite_token} value={invite_token ?? ""} />
      {children}
    </form>
  );
}
