import type { ReactNode } from "react";
import { BrokenLineArt } from "#web/brand/art/broken-line.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

export function FailedLoad({
  sentence,
  queries = [],
  children,
}: {
  sentence: string;
  queries?: readonly { refetch: () => Promise<unknown> }[];
  children?: ReactNode;
}) {
  const retry = () => void Promise.all(queries.map(({ refetch }) => refetch()));
  return (
    <EmptyState art={<BrokenLineArt />} sentence={sentence}>
      {queries.length > 0 && <Button onClick={retry}>Try again</Button>}
      {children}
    </EmptyState>
  );
}
