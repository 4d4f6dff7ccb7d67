import type { CheckoutKind } from "./billing/billing.ts";
import { inviteePaths } from "./invitee-paths.ts";

/**
 * Every address of the app: for the router, the links in emails, and the server's 404. Source: docs/product.md,
 * Screens.
 */
export const paths = {
  ...inviteePaths,
  auth: "/auth",
  pricing: "/pricing",
  receipt: "/receipt",
  example: "/example",
  exampleDecision: "/example/decision",
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
  consent: "/oauth/consent",
} as const;

/** The start page for new people: the sign-in screen in sign-up mode. */
export const signUpPath = `${paths.auth}?mode=signup`;

/** Where emailed account links lead: a page with one button, which posts to the same address. */
export const verifyPath = "/auth/v1/verify";

/** The addresses of the signed-in app. Unknown ones are a 404. */
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
  paths.consent,
];

/** The board book of the example, a file. */
export const exampleBoardBookPath = `${paths.example}/board-book.pdf`;

/** The operator's page; not one of {@link paths}, because without ADMIN_EMAILS there is nothing at it. */
export const adminPath = "/admin";

/** The path at which connected assistants call, with the Model Context Protocol. */
export const mcpPath = "/mcp";

/** The page that asks an owner whether an app may read; `authorizationId` is the app's request. */
export function consentPath(authorizationId: string): string {
  return `${paths.consent}?authorization_id=${encodeURIComponent(authorizationId)}`;
}

/** Where a person signs in to answer an app's request; they return to it afterwards. */
export function signInForConsentPath(authorizationId: string): string {
  return `${paths.auth}?authorization_id=${encodeURIComponent(authorizationId)}`;
}

/** A person's private link; the only address that contains an invite token. */
export function inviteUrl(origin: string, inviteToken: string): string {
  return `${origin}${paths.invite}?token=${encodeURIComponent(inviteToken)}`;
}

/** A private link with the code of a receipt in its fragment, which no server sees. */
export function receiptUrl(privateLink: string, code: string): string {
  return `${privateLink}#${encodeURIComponent(code)}`;
}

/** The owner's page of a circle's people. */
export function sharePath(circleId: string): string {
  return `${paths.share}?circle=${encodeURIComponent(circleId)}`;
}

/** The owner's results page of a circle. */
export function resultsPath(circleId: string): string {
  return `${paths.results}?circle=${encodeURIComponent(circleId)}`;
}

/** Where owners return to after managing their subscription at the provider. */
export const portalReturnPath = `${paths.settings}?from=portal`;

/** The owner's edit page of a circle. */
export function editPath(circleId: string): string {
  return `${paths.create}?edit=${encodeURIComponent(circleId)}`;
}

/** The owner's page for choosing a next step. */
export function decisionPath(circleId: string): string {
  return `${paths.decision}?circle=${encodeURIComponent(circleId)}`;
}

/** The share link. Unless it is open to anyone, its page reveals nothing to strangers. */
export function shareLinkUrl(origin: string, circleId: string): string {
  return `${origin}${paths.feedback}?circle=${encodeURIComponent(circleId)}`;
}

/** Starts a checkout, after signing in if necessary. */
export function checkoutStartPath(kind: CheckoutKind): string {
  return `${paths.auth}?checkout=${kind}`;
}

/** Where a checkout returns to. There is a `checkoutId` only after paying. */
export function checkoutReturnPath(
  circleId: string | undefined,
  checkoutId: string | undefined,
): string {
  const path = circleId === undefined ? paths.pricing : resultsPath(circleId);
  if (checkoutId === undefined) return path;
  return `${path}${circleId === undefined ? "?" : "&"}checkout=${encodeURIComponent(checkoutId)}`;
}
