import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { EnvelopeArt } from "#web/brand/art/envelope.tsx";
import { LoadingMark } from "#web/brand/loading-mark.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { refreshUnlocked, useConfirmation } from "./hooks.ts";

export function PaymentConfirmation({
  checkoutId,
  onKnown,
}: {
  checkoutId: string;
  onKnown: () => void;
}) {
  const queries = useQueryClient();
  const { outcome, isLate } = useConfirmation(checkoutId);

  const settle = useEffectEvent(async () => {
    if (outcome === "failed") notifyError("The payment failed", "Nothing was charged.");
    await refreshUnlocked(queries);
    onKnown();
  });
  useEffect(() => {
    if (outcome !== undefined) void settle();
  }, [outcome]);

  if (!isLate) return <LoadingMark label="Confirming your payment..." />;
  return (
    <div role="status">
      <EmptyState
        art={<EnvelopeArt />}
        as="h2"
        sentence="We are confirming your payment"
        line="This can take a few minutes. Your reflections will open here automatically; you can also come back later."
      />
    </div>
  );
}
