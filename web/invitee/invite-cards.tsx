import type { FormEvent } from "react";
import type { ErrorCode } from "#contract/errors.ts";
import { errorMessage } from "#contract/errors.ts";
import { formFields, type InviteCard } from "#contract/pages.ts";
import { paths } from "#contract/paths.ts";
import { BrokenLineArt } from "#web/ui/art/broken-line.tsx";
import { EnvelopeArt } from "#web/ui/art/envelope.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** The card that stands for a refused link. */
export function cardOf(code: ErrorCode): InviteCard {
  switch (code) {
    case "invite_invalid":
      return "invalid";
    case "circle_closed":
      return "closed";
    case "invite_completed":
      return "completed";
    case "invite_declined":
      return "declined";
    default:
      return "unavailable";
  }
}

/** What stands instead of the questions. */
export function Card({
  card,
  invite_token,
  busy = false,
  onReopen,
}: {
  card: InviteCard;
  invite_token: string | undefined;
  busy?: boolean;
  onReopen?: () => void;
}) {
  switch (card) {
    case "invalid":
      return (
        <EmptyState
          art={<BrokenLineArt />}
          as="h1"
          sentence="Link Invalid"
          line={errorMessage("invite_invalid")}
        >
          <p className="small ink-2">Ask the person who invited you to send it again.</p>
        </EmptyState>
      );
    case "closed":
      return (
        <EmptyState
          art={<BrokenLineArt />}
          as="h1"
          sentence="Link Invalid"
          line={errorMessage("circle_closed")}
        />
      );
    case "completed":
      return (
        <EmptyState
          art={<EnvelopeArt />}
          as="h1"
          sentence={errorMessage("invite_completed")}
          line="Thank you. A link can be answered once."
        />
      );
    case "declined":
      return (
        <EmptyState
          art={<EnvelopeArt />}
          as="h1"
          sentence={errorMessage("invite_declined")}
          line="Nobody will write to you about it again."
        >
          <ActionForm action="reopen" invite_token={invite_token} onAct={onReopen}>
            <Button type="submit" busy={busy}>
              Answer after all
            </Button>
          </ActionForm>
        </EmptyState>
      );
    case "unavailable":
      return (
        <EmptyState
          art={<BrokenLineArt />}
          as="h1"
          sentence="Failed to load paraline"
          line="Something is in the way just now. Your link is kept."
        >
          <a
            className={buttonClass("outline")}
            href={
              invite_token
                ? `${paths.invite}?token=${encodeURIComponent(invite_token)}`
                : paths.feedback
            }
          >
            Try again
          </a>
        </EmptyState>
      );
  }
}

/** A form of one button, which posts where there is no script. */
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
  onAct?: (() => void) | undefined;
  children?: React.ReactNode;
}) {
  return (
    <form
      id={id}
      method="post"
      action={paths.feedback}
      hidden={children === undefined}
      onSubmit={
        onAct &&
        ((event: FormEvent) => {
          event.preventDefault();
          onAct();
        })
      }
    >
      <input type="hidden" name={formFields.action} value={action} />
      <input type="hidden" name={formFields.invite_token} value={invite_token ?? ""} />
      {children}
    </form>
  );
}
