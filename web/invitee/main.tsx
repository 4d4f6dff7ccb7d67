import { hydrateRoot } from "react-dom/client";
import "#web/invitee/invitee.css";
import "#web/features/feedback/answer-flow.css";
import "./invitee-page.css";
import { InviteePage, type InviteePageModel, needsLater } from "./invitee-page.tsx";
import type { LaterComponents } from "./later-components.ts";

const root = document.getElementById("root");
const data = document.getElementById("page-data");

// A page without data (unsubscribe, a form to be sent again) is complete as sent.
if (root && data) {
  // An error here only affects later content, which reports it when it is needed.
  hydratePage(root, JSON.parse(data.textContent) as InviteePageModel).catch(() => {});
}

async function hydratePage(container: HTMLElement, model: InviteePageModel) {
  const later = needsLater(model) ? await loadLater() : undefined;
  hydrateRoot(container, <InviteePage model={model} later={later} loadLater={loadLater} />);
  const { followKeyboard: trackKeyboardHeight, loadWebFonts } = await loadLater();
  trackKeyboardHeight();
  loadWebFonts();
}

async function loadLater(): Promise<LaterComponents> {
  const { laterComponents } = await import("./later-components.ts");
  laterComponents.addLaterStyles();
  return laterComponents;
}
