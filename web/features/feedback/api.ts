import { inviteTokenHeader } from "#contract/endpoint.ts";
import type { OpenInviteView, Receipt } from "#contract/feedback/feedback.ts";
import { inviteePaths } from "#contract/invitee-paths.ts";
import type { Language } from "#contract/languages.ts";
import { callApi } from "#web/client/api.ts";

interface Submission {
  submission_key: string;
  answers: Record<string, string | number>;
  encouragement: string;
  use_in_insights: boolean;
  language: Language;
  consented_processor: string | null;
}

// The token is sent in a header, never in an address.
const withInviteToken = (inviteToken: string) => ({
  headers: { [inviteTokenHeader]: inviteToken },
});

/** @throws ApiError when the link opens no questions; `code` gives the reason. */
export function loadOpenInvite(inviteToken: string): Promise<OpenInviteView> {
  return callApi("GET /api/feedback", withInviteToken(inviteToken));
}

/** @throws ApiError when nothing was stored, except that after `unreachable` it may have been stored. */
export function postReflections(inviteToken: string, body: Submission): Promise<Receipt> {
  return callApi("POST /api/feedback", { ...withInviteToken(inviteToken), body });
}

/** Whether the server can be reached, by an address that no ad blocker takes for a tracker. */
export async function canReachServer(): Promise<boolean> {
  try {
    return (await fetch(inviteePaths.thankYou, { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
