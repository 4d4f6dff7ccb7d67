import { paths } from "#contract/paths.ts";
import "./public-pages.css";

/**
 * All the script of landing and pricing. They can be read and used without it.
 */

/** Where the auth library keeps a session. That something is there is a hint and no more: the app checks it. */
const session_key = "paraline.auth";

if (seemsSignedIn()) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-sign-in]")) {
    link.href = paths.circles;
    link.textContent = "Go to Dashboard";
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-start]")) {
    link.href = paths.create;
  }
}

const preview = document.querySelector<HTMLIFrameElement>("iframe[data-src]");
if (preview) {
  preview.addEventListener("load", () => preview.setAttribute("data-loaded", ""));
  // a whole app behind a picture: it waits until the page itself is done
  if (document.readyState === "complete") showPreview(preview);
  else addEventListener("load", () => showPreview(preview), { once: true });
}

function showPreview(frame: HTMLIFrameElement): void {
  if (frame.dataset.src) frame.src = frame.dataset.src;
}

function seemsSignedIn(): boolean {
  try {
    return localStorage.getItem(session_key) !== null;
  } catch {
    // storage is switched off
    return false;
  }
}
