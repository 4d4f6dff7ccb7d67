import type { InviteCard } from "#contract/invites/invite-cards.ts";
import type { LaterMessages } from "#contract/messages/en/later.ts";
import { later as laterOfScript } from "#contract/messages/en/later.ts";
import type { PageMessages } from "#contract/messages/en/page.ts";
import type { InviteePageModel } from "./invitee-page-model.ts";

/** The document's title while this is on screen. */
export function formatTitle(
  model: InviteePageModel,
  page: PageMessages,
  later: LaterMessages = laterOfScript,
): string {
  switch (model.kind) {
    case "open":
      return page.question(1, model.view.circle.questions.length);
    case "loading":
      return page.loading;
    case "thank_you":
      return later.thanks;
    case "card":
      return later[cardTitles[model.card]];
  }
}

const cardTitles = {
  missing: "missingTitle",
  invalid: "invalid",
  closed: "invalid",
  completed: "completedTitle",
  declined: "declinedTitle",
  full: "invalid",
  turned_off: "invalid",
  unavailable: "unavailableTitle",
} as const satisfies Record<InviteCard, keyof LaterMessages>;
