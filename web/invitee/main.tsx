import { hydrateRoot } from "react-dom/client";
import "./invitee.css";
import { InviteePage, needsLazyComponents } from "./invitee-page.tsx";
import type { InviteePageModel } from "./invitee-page-model.ts";
import type { LazyComponents } from "./lazy-components.ts";

const root = document.getElementById("root");
const data = document.getElementById("page-data");

// A page without data (unsubscribe, a form to be sent again) needs no script.
if (root && data) {
  // An error here only affects lazily loaded content, which reports it when it is needed.
  hydratePage(root, JSON.parse(data.textContent) as InviteePageModel).catch(() => {});
}

async function hydratePage(container: HTMLElement, model: InviteePageModel) {
  const lazy = needsLazyComponents(model) ? await loadLazy() : undefined;
  hydrateRoot(container, <InviteePage model={model} lazy={lazy} loadLazy={loadLazy} />);
  const { followKeyboard: trackKeyboardHeight, loadWebFonts, printWholeFields } = await loadLazy();
  trackKeyboardHeight();
  loadWebFonts();
  printWholeFields();
}

async function loadLazy(): Promise<LazyComponents> {
  const { lazyComponents } = await import("./lazy-components.ts");
  lazyComponents.addLazyStyles();
  return lazyComponents;
}
