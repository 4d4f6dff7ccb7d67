import { useEffect, useState } from "react";
import { inLanguage } from "#contract/invitee-paths.ts";
import type { KeptReceipt } from "#contract/pages.ts";
import { paths } from "#contract/paths.ts";
import { isolateIn } from "#contract/values/isolate.ts";
import { EnvelopeArt } from "#web/brand/art/envelope.tsx";
import { ResponseDots } from "#web/brand/response-dots.tsx";
import { readText } from "#web/client/browser-storage.ts";
import { useLaterMessages } from "#web/client/later-messages.ts";
import { usePageMessages } from "#web/client/page-messages.ts";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { readReceipt, storeReceipt } from "../stored-receipt.ts";
import { WayBack } from "./way-back.tsx";

/**
 * Shown after submitting. A reload finds the receipt that this tab has kept. If the page is opened directly, or without
 * scripts, there is none, and it only says thank you.
 */
export function ThankYou({ receipt: given }: { receipt: KeptReceipt | undefined }) {
  const messages = useLaterMessages();
  const { language } = usePageMessages();
  const [receipt, setReceipt] = useState(given);
  const [signedIn, setSignedIn] = useState(false);

  useEffect(() => {
    if (given !== undefined) {
      // A reload then finds it at the address that shows it.
      storeReceipt(given);
      history.replaceState(null, "", inLanguage(paths.thankYou, language));
    }
    setReceipt((before) => before ?? readReceipt());
    // This is only a hint, which the app checks.
    setSignedIn(readText("localStorage", "paraline.auth") !== null);
  }, [given, language]);

  return (
    <div className="stack thanks">
      <EnvelopeArt />
      <div className="stack g3">
        <h1 className="display headline" tabIndex={-1}>
          {messages.thanks}
        </h1>
        {receipt && (
          <p className="lede">{messages.onTheirWay(isolateIn(language, receipt.owner_name))}</p>
        )}
      </div>
      {receipt && (
        <div className="stack g3 thanks-facts">
          <dl className="stack recap">
            {receipt.deadline !== null && (
              <div>
                <dt className="ink-2">
                  {receipt.progress ? messages.openUntil : messages.sealedUntil}
                </dt>
                <dd className="num">{messages.longDay(receipt.deadline)}</dd>
              </div>
            )}
            {receipt.progress && (
              <div>
                <dt className="ink-2">{messages.received}</dt>
                <dd className="num">
                  <ResponseDots
                    taken={receipt.progress.responses_count}
                    total={receipt.progress.invites_count}
                  />
                  {messages.formatReceived(
                    receipt.progress.responses_count,
                    receipt.progress.invites_count,
                  )}
                </dd>
              </div>
            )}
          </dl>
        </div>
      )}
      {receipt && <WayBack receipt={receipt} />}
      <div className="stack g3 thanks-next">
        {receipt && <p className="ink-2">{messages.ownQuestion}</p>}
        <a
          className={buttonClass("outline")}
          href={signedIn ? paths.create : `${paths.auth}?mode=signup`}
        >
          {messages.startYourOwn}
        </a>
      </div>
    </div>
  );
}
