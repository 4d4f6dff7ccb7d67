import type { InviteCard } from "#contract/invites/invite-cards.ts";
import type { InviteePageModel } from "./invitee-page-model.ts";

/** The document's title while this is on screen. */
export function titleOf(model: InviteePageModel): string {
  switch (model.kind) {
    case "open":
      return `Question 1 of ${model.view.circle.questions.length}`;
    case "loading":
      return "Loading paraline...";
    case "thank_you":
      return "Thank you";
    case "card":
      return cardTitles[model.card];
  }
}

const cardTitles: Record<InviteCard, string> = {
  missing: "Open your link again",
  invalid: "Link Invalid",
  closed: "Link Invalid",
  completed: "Already shared",
  declined: "Not answered",
  full: "Link Invalid",
  turned_off: "Link Invalid",
  unavailable: "Failed to load",
};
