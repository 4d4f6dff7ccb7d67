import { useEffect, useState } from "react";
import type { Receipt } from "#contract/feedback/feedback.ts";
import { paths } from "#contract/paths.ts";
import { isolate } from "#contract/values/isolate.ts";
import { EnvelopeArt } from "#web/brand/art/envelope.tsx";
import { ResponseDots } from "#web/brand/response-dots.tsx";
import { readText } from "#web/client/browser-storage.ts";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { readReceipt } from "../stored-receipt.ts";

/**
 * Shown after submitting. A reload finds the receipt that this tab has kept. If the page is opened directly, or without
 * scripts, there is none, and it only says thank you.
 */
export function ThankYou({ receipt: given }: { receipt: Receipt | undefined }) {
  const [receipt, setReceipt] = useState(given);
  const [signedIn, setSignedIn] = useState(false);

  useEffect(() => {
    setReceipt((before) => before ?? readReceipt());
    // This is only a hint, which the app checks.
    setSignedIn(readText("localStorage", "paraline.auth") !== null);
  }, []);

  return (
    <div className="thanks">
      <EnvelopeArt />
      <div className="stack g3">
        <h1 className="display headline" tabIndex={-1}>
          Thank you
        </h1>
        {receipt && (
          <p className="lede">
            Your reflections are on their way to{" "}
            {isolate(receipt.owner_name ?? "the person who invited you")}.
          </p>
        )}
      </div>
      {receipt && (
        <div className="stack g3 thanks-facts">
          <dl className="recap recap-ruled">
            {receipt.deadline !== null && (
              <div>
                <dt className="ink-2">{receipt.progress ? "Open until" : "Sealed until"}</dt>
                <dd className="num">{formatLongDay(receipt.deadline)}</dd>
              </div>
            )}
            {receipt.progress && (
              <div>
                <dt className="ink-2">Received</dt>
                <dd className="num">
                  <ResponseDots
                    taken={receipt.progress.responses_count}
                    total={receipt.progress.invites_count}
                  />
                  {receipt.progress.responses_count} of {receipt.progress.invites_count}{" "}
                  perspectives
                </dd>
              </div>
            )}
          </dl>
        </div>
      )}
      <div className="stack g3 thanks-next">
        {receipt && <p className="ink-2">Facing something of your own?</p>}
        <a
          className={buttonClass("outline")}
          href={signedIn ? paths.create : `${paths.auth}?mode=signup`}
        >
          Start your own Paraline
        </a>
      </div>
    </div>
  );
}

/** A day (`YYYY-MM-DD`) in full: "December 15, 2024". */
function formatLongDay(day: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
