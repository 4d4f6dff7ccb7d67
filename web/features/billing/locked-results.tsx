import { useId, useRef, useState } from "react";
import { EnvelopeArt } from "#web/brand/art/envelope.tsx";
import { LoadingMark } from "#web/brand/loading-mark.tsx";
import { ResponseDots } from "#web/brand/response-dots.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { countInWords } from "#web/ui/text/count-in-words.ts";
import { formatCount } from "#web/ui/text/format-count.ts";
import { useBilling } from "./hooks.ts";
import { Paywall } from "./paywall.tsx";

/** The dialog opens once by itself, unless this is part of a screen. Without the owner's purchases all offers are shown. */
export function LockedResults({
  circleId,
  responsesCount,
  invitesCount,
  isPart = false,
}: {
  /** What is unlocked. */
  circleId: string;
  responsesCount: number;
  invitesCount: number | null;
  /** Whether it stands below a heading of another level, among what is not locked. */
  isPart?: boolean;
}) {
  const billing = useBilling();
  const [isOpen, setIsOpen] = useState(!isPart);
  const view = useRef<HTMLButtonElement>(null);
  const headingId = useId();

  if (billing.isPending) return <LoadingMark />;
  const Heading = isPart ? "h4" : "h2";
  const isOne = responsesCount === 1;
  return (
    <>
      <section className="sheet stack center locked" aria-labelledby={headingId}>
        <EnvelopeArt />
        <div className="stack g2 center">
          <Heading className="title" id={headingId}>
            Reflections received!
          </Heading>
          <p className="ink-2 locked-text">
            {countInWords(responsesCount)} {isOne ? "person" : "people"} took the time to write to
            you.
          </p>
        </div>
        <p className="row small ink-2 centered">
          {invitesCount !== null && <ResponseDots taken={responsesCount} total={invitesCount} />}
          <span className="num">
            {invitesCount === null
              ? formatCount(responsesCount, "perspective")
              : `${responsesCount} of ${invitesCount} perspectives`}
          </span>
        </p>
        <Button kind="primary" size="large" ref={view} onClick={() => setIsOpen(true)}>
          View Unlock Options
        </Button>
      </section>
      <Paywall
        circleId={circleId}
        responsesCount={responsesCount}
        creditsCount={billing.data?.credits_count ?? 0}
        isTest={billing.data?.mode === "test"}
        addsTax={billing.data?.adds_tax ?? false}
        open={isOpen}
        onOpenChange={setIsOpen}
        finalFocus={view}
      />
    </>
  );
}
