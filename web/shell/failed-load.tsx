import type { ReactNode } from "react";
import { BrokenLineArt } from "#web/brand/art/broken-line.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

export function FailedLoad({
  sentence,
  isPart = false,
  queries = [],
  children,
}: {
  sentence: string;
  /** Whether the rest of the screen was loaded. */
  isPart?: boolean;
  queries?: readonly { refetch: () => Promise<unknown> }[];
  children?: ReactNode;
}) {
  const retry = () => void Promise.all(queries.map(({ refetch }) => refetch()));
  const retryButton = queries.length > 0 && <Button onClick={retry}>Try again</Button>;
  return isPart ? (
    <div className="stack g3 start">
      <p className="ink-2">{sentence}</p>
      {retryButton}
      {children}
    </div>
  ) : (
    <EmptyState art={<BrokenLineArt />} sentence={sentence}>
      {retryButton}
      {children}
    </EmptyState>
  );
}
