import { useEffect, useState } from "react";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

/** The share link as a QR code, for people in the same room. */
export function QrCodeDialog({
  link,
  isOpen,
  open,
  onClose,
}: {
  link: string;
  /** Whether anyone may answer with the link. */
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
