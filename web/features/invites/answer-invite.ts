import { inviteTokenHeader } from "#contract/endpoint.ts";
import { callApi } from "#web/client/api.ts";

/** "I'd rather not", or undoing it. The token is sent in a header, never in an address. @throws ApiError */
export async function answerInvite(verb: "decline" | "reopen", inviteToken: string): Promise<void> {
  const headers = { [inviteTokenHeader]: inviteToken };
  if (verb === "decline") {
    await callApi("POST /api/invite/decline", { headers });
  } else {
    await callApi("POST /api/invite/reopen", { headers });
  }
}
