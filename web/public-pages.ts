import { paths } from "#contract/paths.ts";
import { sessionKey } from "./client/auth/session-key.ts";
import { readJson, readText } from "./client/browser-storage.ts";
import "./public-pages.css";

/** The script of the landing and pricing pages. Both can be read and used without it. */

/** A stored session is only a hint, which the app checks. */
const seemsSignedIn = readText("localStorage", sessionKey) !== null;

// An emailed link may lead here. The app handles the data in its address.
if (/[#&](?:token_hash|access_token|error_code)=/.test(location.hash)) {
  location.replace(`${paths.auth}${location.search}${location.hash}`);
}

if (seemsSignedIn) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-sign-in]")) {
    link.href = paths.circles;
    link.textContent = "Go to Dashboard";
    link.dataset.signedIn = "";
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-start]")) {
    link.href = paths.create;
  }
  // By default these links lead to signing in, and from there to checkout.
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-checkout]")) {
    link.target = "_blank";
    const hint = document.createElement("span");
    hint.className = "sr-only";
    hint.textContent = "(opens in a new tab)";
    link.append(" ", hint);
  }
}

void showPlan();

const paymentLine = document.querySelector<HTMLElement>("[data-payment]");
if (paymentLine) void showPayment(paymentLine);

const preview = document.querySelector<HTMLIFrameElement>("iframe[data-src]");
if (preview) {
  preview.addEventListener("load", () => preview.setAttribute("data-loaded", ""));
  // The preview is a whole app, so it waits until the page itself has loaded.
  if (document.readyState === "complete") showPreview(preview);
  else addEventListener("load", () => showPreview(preview), { once: true });
}

/** Loads the script that marks a plan, only for visitors who may have one. */
async function showPlan(): Promise<void> {
  const table = document.querySelector<HTMLElement>("[data-prices]");
  if (!seemsSignedIn || !table?.querySelector("[data-checkout]")) return;
  const { markPlan } = await import("./features/billing/mark-plan.ts");
  await markPlan(table, readAccessToken());
}

/** Shows the outcome of a payment, in the tab that returns from paying and in the one where it was started. */
async function showPayment(line: HTMLElement): Promise<void> {
  const channel = new BroadcastChannel("paraline.payment");
  channel.addEventListener("message", ({ data }) => show(String(data)));
  const checkoutId = new URLSearchParams(location.search).get("checkout");
  if (checkoutId === null) return;
  const { confirmPayment } = await import("./features/billing/confirm-payment.ts");
  const paid = await confirmPayment(checkoutId, {
    access_token: readAccessToken(),
    show: (message) => {
      line.textContent = message;
    },
  });
  // A reload should not request it again.
  history.replaceState(null, "", location.pathname);
  if (paid === undefined) return;
  show(paid);
  channel.postMessage(paid);

  function show(message: string): void {
    line.dataset.paid = "";
    line.textContent = message;
    void showPlan();
  }
}

function showPreview(frame: HTMLIFrameElement): void {
  if (frame.dataset.src) frame.src = frame.dataset.src;
}

function readAccessToken(): string | undefined {
  const session = readJson("localStorage", sessionKey);
  if (typeof session !== "object" || session === null || !("access_token" in session)) return;
  return String(session.access_token);
}
