import { useEffect, useRef, useState } from "react";
import type { KeptReceipt } from "#contract/pages.ts";
import { copyText } from "#web/client/copy-text.ts";
import { useLaterMessages } from "#web/client/later-messages.ts";
import { Button } from "#web/ui/buttons/button.tsx";

/** The code and the link to come back with. It is closed at first, so that nobody reads it over a shoulder. */
export function WayBack({ receipt: { code, link } }: { receipt: KeptReceipt }) {
  const messages = useLaterMessages();
  const [state, setState] = useState<"served" | "live" | "copied" | "refused">("served");
  useEffect(() => setState("live"), []);
  const kept = useRef<HTMLDListElement>(null);

  const words = code.replaceAll("-", " ");

  async function copy() {
    const isCopied = await copyText(`${words}\n${link}`);
    setState(isCopied ? "copied" : "refused");
    if (!isCopied && kept.current) getSelection()?.selectAllChildren(kept.current);
  }

  return (
    <details className="way-back">
      <summary>{messages.keepWayBack}</summary>
      <div className="stack g4">
        <p className="small ink-2">{messages.wayBackWhy}</p>
        <dl className="stack g3" ref={kept}>
          <div className="stack">
            <dt className="small ink-2">{messages.wayBackCode}</dt>
            <dd className="subhead" dir="auto">
              {words}
            </dd>
          </div>
          <div className="stack">
            <dt className="small ink-2">{messages.wayBackLink}</dt>
            <dd className="small way-back-link" dir="ltr">
              <a href={link}>{decodeURI(link)}</a>
            </dd>
          </div>
        </dl>
        {state !== "served" && (
          <div className="row way-back-actions">
            <Button onClick={() => print()}>{messages.print}</Button>
            <Button onClick={() => void copy()}>{messages.copy}</Button>
            <p className="small ink-2" role="status">
              {state === "copied" && messages.copied}
              {state === "refused" && messages.copyRefused}
            </p>
          </div>
        )}
      </div>
    </details>
  );
}
