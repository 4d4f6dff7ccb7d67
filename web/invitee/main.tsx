import { hydrateRoot } from "react-dom/client";
import "#web/ui/invitee.css";
import "#web/features/feedback/answer-flow.css";
import "./invitee-page.css";
import { InviteePage, type InviteePageModel } from "./invitee-page.tsx";
import { followKeyboard } from "./keyboard-room.ts";
import { loadWebFonts } from "./web-fonts.ts";

const root = document.getElementById("root");
const data = document.getElementById("page-data");

// A page without data (unsubscribe, a form to be sent again) is complete as it came.
if (root && data) {
  const model = JSON.parse(data.textContent) as InviteePageModel;
  hydrateRoot(root, <InviteePage model={model} />);
  followKeyboard();
  if (document.readyState === "complete") loadWebFonts();
  else addEventListener("load", loadWebFonts, { once: true });
}
