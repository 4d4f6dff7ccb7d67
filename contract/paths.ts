import type { CheckoutKind } from "./billing.ts";
import { invitee_paths } from "./invitee-paths.ts";

/**
 * Every address of the app: for the router, the links in mails, and the server's 404. Source: docs/product.md,
 * Screens.
 */
export const paths = {
  ...invitee_paths,
  auth: "/auth",
  pricing: "/pricing",
  unsubscribe: "/unsubscribe",
  create: "/create",
  dashboard: "/dashboard",
  circles: "/circles",
  contacts: "/contacts",
  history: "/history",
  settings: "/settings",
  results: "/results",
  decision: "/decision",
  share: "/share",
} as const;

/** Where somebody new begins: the sign-in screen in its sign-up mode. */
export const sign_up_path = `${paths.auth}?mode=signup`;

/** Where links mailed about an account lead: a page with one button, which posts to the same address. */
export const verify_path = "/auth/v1/verify";

/** Addresses that the signed-in app answers; every other unknown one is a 404. */
export const ownerPaths: readonly string[] = [
  paths.auth,
  paths.create,
  paths.dashboard,
  paths.circles,
  paths.contacts,
  paths.history,
  paths.settings,
  paths.results,
  paths.decision,
  paths.share,
];

/** A person's private link; the only place where an invite token stands in an address. */
export function inviteAddress(origin: string, inviteToken: string): string {
  return `${origin}${paths.invite}?token=${encodeURIComponent(inviteToken)}`;
}

/** Where the owner of a paraline sees its people. */
export function sharePath(circleId: string): string {
  return `${paths.share}?circle=${encodeURIComponent(circleId)}`;
}

/** Where the owner of a paraline reads. */
export function resultsPath(circleId: string): string {
  return `${paths.results}?circle=${encodeURIComponent(circleId)}`;
}

/** Where an owner lands who comes back from managing their subscription at the provider. */
export const portalReturnPath = `${paths.settings}?from=portal`;

/** Where the owner of a paraline changes it. */
export function editPath(circleId: string): string {
  return `${paths.create}?edit=${encodeURIComponent(circleId)}`;
}

/** Where the owner of a paraline chooses a next step. */
export function decisionPath(circleId: string): string {
  return `${paths.decision}?circle=${encodeURIComponent(circleId)}`;
}

/** The share link, which opens a door that tells a stranger nothing. */
export function feedbackDoorAddress(origin: string, circleId: string): string {
  return `${origin}${paths.feedback}?circle=${encodeURIComponent(circleId)}`;
}

/** Where a checkout is started by whoever signs in there, or is signed in already. */
export function checkoutStartPath(kind: CheckoutKind): string {
  return `${paths.auth}?checkout=${kind}`;
}

/** Where a checkout leads back to; `checkoutId` only after paying. */
export function checkoutReturnPath(
  circleId: string | undefined,
  checkoutId: string | undefined,
): string {
  const path = circleId === undefined ? paths.pricing : resultsPath(circleId);
  if (checkoutId === undefined) return path;
  return `${path}${circleId === undefined ? "?" : "&"}checkout=${encodeURIComponent(checkoutId)}`;
}
