import { IconButton } from "../buttons/button.tsx";
import { CheckIcon, CircleAlertIcon, CloseIcon } from "../icons/icons.tsx";
import { type ToastTone, useDismissTimer } from "./dismiss-timer.ts";

const tints: Record<ToastTone, string> = { good: "", plain: "toast-plain", bad: "toast-bad" };

/** The design of toasts and notices: the double line and an icon in the colour of the outcome, then text. */
export function ToastCard({
  tone,
  title,
  line,
  silent = false,
  dismissLabel = "Dismiss",
  onDismiss,
}: {
  tone: ToastTone;
  title: string;
  line?: string | undefined;
  /** Whether it is not read out, because the focused element says the same. */
  silent?: boolean | undefined;
  dismissLabel?: string | undefined;
  onDismiss: () => void;
}) {
  const hold = useDismissTimer(tone, onDismiss);

  return (
    <div className={`toast ${tints[tone]}`} {...hold}>
      {tone === "good" ? <CheckIcon /> : <CircleAlertIcon />}
      <div className="toast-text" role={silent ? undefined : tone === "bad" ? "alert" : "status"}>
        <p>{title}</p>
        {line && <p>{line}</p>}
      </div>
      <IconButton label={dismissLabel} onClick={onDismiss}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
