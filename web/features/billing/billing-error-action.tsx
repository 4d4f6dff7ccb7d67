import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths, resultsPath, sharePath } from "#contract/paths.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import type { BillingError } from "./billing-error.ts";
import { useOpenPortal } from "./hooks.ts";

/** After `unlock_unused`, `onAgain` uses the unlock for the circle. */
export function BillingErrorAction({
  error,
  circleId,
  onAgain,
}: {
  error: BillingError;
  /** The circle that was to be unlocked; absent for everything, or nothing in particular. */
  circleId?: string;
  onAgain: () => void;
}) {
  switch (error.code) {
    case "subscription_past_due":
      return <PortalButton>Update your payment method</PortalButton>;
    case "already_subscribed":
      return <PortalButton>Manage billing</PortalButton>;
    case "already_unlocked":
      return (
        <StepLink to={circleId === undefined ? paths.circles : resultsPath(circleId)}>
          Read the reflections
        </StepLink>
      );
    case "unlock_none_yet":
    case "unlock_sealed":
    case "unlock_too_few":
      return (
        <StepLink to={circleId === undefined ? paths.circles : sharePath(circleId)}>
          See who was asked
        </StepLink>
      );
    case "credits_none":
    case "portal_none":
      return (
        <a className={buttonClass("outline")} href={paths.pricing}>
          See prices
        </a>
      );
    case "billing_off":
    case "circle_not_found":
      return <StepLink to={paths.circles}>Go to Dashboard</StepLink>;
    case "unlock_unused":
      return circleId === undefined ? (
        <StepLink to={paths.settings}>See your unlocks in Settings</StepLink>
      ) : (
        <Button onClick={onAgain}>Use your unlock</Button>
      );
    case "checkout_starting":
      return <Button onClick={onAgain}>Continue to checkout</Button>;
    default:
      return <Button onClick={onAgain}>Try again</Button>;
  }
}

function StepLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={buttonClass("outline")} to={to}>
      {children}
    </Link>
  );
}

function PortalButton({ children }: { children: string }) {
  const portal = useOpenPortal();
  return (
    <Button busy={portal.isOpening} busyLabel="Opening..." onClick={() => portal.open(undefined)}>
      {children} <span className="sr-only">(opens in a new tab)</span>
    </Button>
  );
}
