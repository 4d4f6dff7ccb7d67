import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { shareLinkUrl } from "#contract/paths.ts";
import { copyText } from "#web/client/copy-text.ts";
import { hasShareMenu, shareWithDevice } from "#web/client/share-with-device.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { CheckIcon, CopyIcon, LinkIcon, QrCodeIcon, ShareIcon } from "#web/ui/icons/icons.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { copyFailedMessage, LinkField } from "../link-field.tsx";

/** The share link, and the ways to pass it on. `children` are other ways to get people there. */
export function ShareLink({
  circleId,
  isOpen,
  children,
}: {
  circleId: string;
  isOpen: boolean;
  children?: ReactNode;
}) {
  const link = shareLinkUrl(location.origin, circleId);
  const noteId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  const [isCodeShown, setCodeShown] = useState(false);
  const isCopied = state === "copied";

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setState("idle"), limits.copiedSeconds * 1000);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    if (await copyText(link)) {
      setState("copied");
      notifySuccess("Link copied to clipboard!");
      return;
    }
    setState("refused");
    field.current?.focus();
    field.current?.select();
  }

  async function share() {
    const text = isOpen ? openLinkSentence : invitedOnlySentence;
    if ((await shareWithDevice({ text, url: link })) === "refused") {
      notifyError("The link could not be shared", "Your browser did not open its share menu.");
    }
  }

  return (
    <section className="stack g3" aria-label="Link">
      <div className="copy-row">
        <LinkField label="Feedback link" link={link} fieldRef={field} describedBy={noteId} />
        <Button kind="primary" size="field" onClick={copy}>
          <span className="btn-text">
            <span aria-hidden={isCopied || undefined}>
              <CopyIcon />
              Copy
            </span>
            <span aria-hidden={!isCopied || undefined}>
              <CheckIcon />
              Copied!
            </span>
          </span>
        </Button>
      </div>
      <div id={noteId}>
        <p className="hint">
          {isOpen
            ? "Anyone with this link can answer."
            : "People enter the address you invited them at, and get their own link by email."}
        </p>
        <p className="hint hide-empty" role="status">
          {state === "refused" && copyFailedMessage}
        </p>
      </div>
      <div className="link-actions">
        {children}
        <Button kind="quiet" className="btn-flush" onClick={copy}>
          <LinkIcon />
          Copy link
        </Button>
        {hasShareMenu() && (
          <Button kind="quiet" className="btn-flush" onClick={share}>
            <ShareIcon />
            Share…
          </Button>
        )}
        <Button kind="quiet" className="btn-flush" onClick={() => setCodeShown(true)}>
          <QrCodeIcon />
          QR code
        </Button>
      </div>
      <QrCodeDialog
        link={link}
        isOpen={isOpen}
        open={isCodeShown}
        onClose={() => setCodeShown(false)}
      />
    </section>
  );
}

const openLinkSentence =
  "I would like to hear how you see something. You can answer in private here:";

const invitedOnlySentence =
  "I would like to hear how you see something. Enter the email address I invited you at, and you will get your own private link:";

function QrCodeDialog({
  link,
  isOpen,
  open,
  onClose,
}: {
  link: string;
  isOpen: boolean;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="QR code"
      description={
        isOpen
          ? "People in the same room can scan this with their phone’s camera and answer."
          : "People in the same room can scan this with their phone’s camera. They enter the address you invited them at, and get their own link by email."
      }
    >
      <QrCode link={link} />
      <p className="small ink-2 wrap-anywhere">{link}</p>
    </Dialog>
  );
}

function QrCode({ link }: { link: string }) {
  const [picture, setPicture] = useState<string | "failed">();

  useEffect(() => {
    let isCurrent = true;
    const show = (drawn: string) => isCurrent && setPicture(drawn);
    drawQrCode(link).then(show, () => show("failed"));
    return () => {
      isCurrent = false;
    };
  }, [link]);

  if (picture === "failed") {
    return (
      <p role="alert">The QR code could not be loaded. The link below leads to the same page.</p>
    );
  }
  return (
    <div className="link-qr-code" aria-busy={picture === undefined}>
      {picture !== undefined && (
        <img src={picture} alt="QR code of the feedback link, which is below as text" />
      )}
    </div>
  );
}

/** The library is loaded only for those who open the dialog. */
async function drawQrCode(link: string): Promise<string> {
  const { default: qrcode } = await import("qrcode");
  const svg = await qrcode.toString(link, { type: "svg", errorCorrectionLevel: "M" });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
