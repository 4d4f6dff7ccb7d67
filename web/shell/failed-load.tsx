import type { ReactNode } from "react";
import { BrokenLineArt } from "#web/ui/art/broken-line.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

/** Shown instead of something that could not be loaded. */
export function FailedLoad({
  sentence,
  onRetry,
  children,
}: {
  sentence: string;
  onRetry?: () => void;
  children?: ReactNode;
}) {
  return (
    <EmptyState art={<BrokenLineArt />} sentence={sentence}>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
      {children}
    </EmptyState>
  );
}
