import { useSyncExternalStore } from "react";
import { InlineToast } from "./inline-toast.tsx";
import { dismissToast, readToast, subscribeToast } from "./toast.ts";

/** Where the app's toasts appear. It is rendered once. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToast, readToast);
  return <InlineToast toast={toast} onDismiss={dismissToast} />;
}
