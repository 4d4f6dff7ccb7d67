import { useLaterMessages } from "#web/client/later-messages.ts";
import { InlineToast, type InlineToastContent } from "#web/ui/toasts/inline-toast.tsx";

/** The notices of the page, in its language. */
export function Notices(notices: { toast: InlineToastContent | undefined; onDismiss: () => void }) {
  const messages = useLaterMessages();
  return <InlineToast {...notices} name={messages.notifications} dismissLabel={messages.dismiss} />;
}
