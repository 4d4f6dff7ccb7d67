import { BrokenLineArt } from "#web/brand/art/broken-line.tsx";
import { LoadingMark } from "#web/brand/loading-mark.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

/** Shown instead of a screen until it is known who is signed in or, with `onRetry`, if that could not be checked. */
export function SessionCheckFrame({ onRetry }: { onRetry?: () => void }) {
  return (
    <main className="wrap" id="main">
      {onRetry ? (
        <EmptyState
          art={<BrokenLineArt />}
          sentence="We could not check who is signed in."
          as="h1"
          line="Check your connection and try again."
        >
          <Button onClick={onRetry}>Try again</Button>
        </EmptyState>
      ) : (
        <LoadingMark />
      )}
    </main>
  );
}
