import { useId } from "react";
import type { CircleDetails } from "#contract/circles/circles.ts";
import { limits } from "#contract/limits.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { Switch } from "#web/ui/choices/switch.tsx";
import { CircleAlertIcon } from "#web/ui/icons/icons.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { useSwitchOpenLink } from "../hooks.ts";

export function OpenLink({ circle }: { circle: CircleDetails }) {
  const headingId = useId();
  const meaningId = useId();
  const change = useSwitchOpenLink(circle.id);
  const isOpen = change.isPending ? change.variables : circle.open_link;

  function turn(open: boolean) {
    if (change.isPending) return;
    change.mutate(open, {
      onError: (error) => notifyError("The link was not changed", formatErrorMessage(error)),
    });
  }

  return (
    <section className="stack g3" aria-labelledby={headingId}>
      <h2 className="heading" id={headingId}>
        Who can answer with this link
      </h2>
      <div>
        <Switch
          label="Anyone with this link"
          checked={isOpen}
          describedBy={meaningId}
          onCheckedChange={turn}
        />
        <p className="small ink-2 reading" id={meaningId} aria-live="polite">
          {isOpen
            ? openLinkDescriptions[circle.is_anonymous ? "anonymous" : "named"]
            : invitedOnlyDescription}
          {circle.is_anonymous && !isOpen && ` ${opensForGoodNote}`}
        </p>
        {isOpen && (
          <details className="more small ink-2 reading">
            <summary>More</summary>
            <p>
              {!circle.is_anonymous && "They are listed once they have answered. "}
              {turnOffNote}
              {!circle.is_anonymous && ` ${turnOnAgainNote}`}
            </p>
          </details>
        )}
      </div>
      <div aria-live="polite">
        {isOpen && circle.is_link_full && circle.status === "active" && (
          <p className="row icon-row reading" role="note">
            <CircleAlertIcon className="ink-3" />
            <span className="ink-2">{fullMessage}</span>
          </p>
        )}
      </div>
    </section>
  );
}

const fullMessage = `This link has reached its limit. Turn it off and on again to let up to ${limits.linkAnswersMax} more people answer.`;

const invitedOnlyDescription = "Only people I invited.";

/** What stays so even if the link of an anonymous circle is turned off again. */
const opensForGoodNote = "Turning it on fixes all words and shows only the number of answers.";

const openLinkDescriptions = {
  named: `Anyone with the link sees title and cover and can answer with a first name, up to ${limits.linkAnswersMax} people.`,
  anonymous: "Anyone with the link sees title and cover and can answer without a name.",
};

const turnOffNote =
  "Once you turn it off, no one can answer with it any more, not even people who have opened it.";
const turnOnAgainNote = `Turning it on again lets up to ${limits.linkAnswersMax} more people answer.`;
