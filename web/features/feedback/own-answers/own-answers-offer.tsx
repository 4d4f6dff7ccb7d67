import { useEffect, useId, useRef, useState } from "react";
import type { CircleDetails } from "#contract/circles/circles.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { readJson, storeText } from "#web/client/browser-storage.ts";
import { formatServerError } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { useSkipOwnAnswers } from "../hooks.ts";
import { OwnAnswersForm } from "./own-answers-form.tsx";

/** Offers the owner to answer the questions before reading. What was typed already is shown at once. */
export function OwnAnswersOffer({ circle }: { circle: CircleDetails }) {
  const headingId = useId();
  const session = useSession();
  const userId = session.kind === "signed_in" ? session.person.user_id : "";
  const draftKey = `paraline.own.${userId}.${circle.id}`;
  const [isAnswering, setIsAnswering] = useState(() => readJson("localStorage", draftKey) !== null);
  const wasClicked = useRef(false);
  const skip = useSkipOwnAnswers(circle.id);

  // What had the focus is gone with the offer.
  useEffect(
    () => () => {
      const heading = document.querySelector<HTMLElement>("main h1");
      if (document.activeElement === document.body) heading?.focus();
    },
    [],
  );

  function answer(next: boolean) {
    wasClicked.current = true;
    setIsAnswering(next);
  }

  /** The button that was clicked is gone, so the focus moves on. */
  const takeFocus = (element: HTMLElement | null) => {
    if (element === null || !wasClicked.current) return;
    wasClicked.current = false;
    element.querySelector<HTMLElement>("textarea, input, button")?.focus();
  };

  return (
    <section className="sheet stack own-offer" aria-labelledby={headingId}>
      <div className="stack g2">
        <h2 className="heading" id={headingId}>
          What do you expect to hear?
        </h2>
        <p className="ink-2 reading">
          Answer the same questions before you read; afterwards it is too late. Your answers then
          stand beside theirs. Nobody else sees them.
        </p>
      </div>
      {isAnswering ? (
        <div ref={takeFocus}>
          <OwnAnswersForm circle={circle} draftKey={draftKey} onBack={() => answer(false)} />
        </div>
      ) : (
        <div className="row" ref={takeFocus}>
          <Button kind="primary" onClick={() => answer(true)}>
            Answer first
          </Button>
          <Button
            kind="quiet"
            busy={skip.isPending}
            onClick={() =>
              void skip.mutateAsync().then(
                () => storeText("localStorage", draftKey),
                (error: unknown) =>
                  notifyError(
                    formatServerError(error, "This was not skipped."),
                    "Please try again.",
                  ),
              )
            }
          >
            Skip for good
          </Button>
        </div>
      )}
    </section>
  );
}
