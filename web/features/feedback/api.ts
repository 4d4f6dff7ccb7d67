import { inviteTokenHeader } from "#contract/endpoint.ts";
import type {
  OpenInviteView,
  Receipt,
  readOpenInvite,
  submitFeedback,
} from "#contract/feedback.ts";
import { callApi } from "#web/client/api.ts";

/** A submit as the page sends it. */
interface Submission {
  submission_key: string;
  answers: Record<string, string | number>;
  encouragement: string | null;
  use_in_insights: boolean;
  insights_by: string | null;
  show_if_few: boolean;
}

// The token goes in a header, never in an address.
const withInviteToken = (invite_token: string) => ({
  headers: { [inviteTokenHeader]: invite_token },
});

/** @throws ApiError when the link opens no questions; `code` says why. */
export function loadOpenInvite(invite_token: string): Promise<OpenInviteView> {
  return callApi<typeof readOpenInvite>("GET", "/api/feedback", withInviteToken(invite_token));
}

/** @throws ApiError when nothing was stored; `unreachable` leaves open whether it was. */
export function postReflections(invite_token: string, body: Submission): Promise<Receipt> {
  return callApi<typeof submitFeedback>("POST", "/api/feedback", {
    ...withInviteToken(invite_token),
    body,
  });
}
