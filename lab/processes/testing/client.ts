import { setTimeout } from "node:timers/promises";
import { inviteTokenHeader } from "#contract/endpoint.ts";

export type Answer = { status: number; text: string };

type Call = {
  method?: string;
  body?: object;
  accessToken?: string;
  inviteToken?: string;
};

export type Client = ReturnType<typeof createClient>;

/** After how long a person presses the button again, or the page tries again by itself. */
const againAfterMs = 100;

/** Makes calls like a browser: calls that fail on the way or on the server are tried again, with the same keys. */
export function createClient(origin: string) {
  let retries = 0;

  /** Calls once, whatever happens; undefined if there was no response. */
  async function askOnce(path: string, call: Call = {}): Promise<Answer | undefined> {
    const { method = "GET", body, accessToken, inviteToken } = call;
    try {
      const response = await fetch(origin + path, {
        method,
        redirect: "manual",
        headers: {
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...(accessToken !== undefined && { Authorization: `Bearer ${accessToken}` }),
          ...(inviteToken !== undefined && { [inviteTokenHeader]: inviteToken }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      return undefined;
    }
  }

  /** Returns any response that is not an error of the server. */
  async function ask(path: string, call: Call = {}): Promise<Answer> {
    for (;;) {
      const answer = await askOnce(path, call);
      if (answer !== undefined && answer.status < 500) return answer;
      retries += 1;
      await setTimeout(againAfterMs);
    }
  }

  return {
    ask,
    askOnce,
    /** @throws Error when the response does not have that status */
    async expect(status: number, path: string, call?: Call) {
      const answer = await ask(path, call);
      if (answer.status === status) return answer.text;
      throw new Error(
        `${call?.method ?? "GET"} ${path.split("?")[0]}: ${answer.status} ${answer.text}`,
      );
    },
    /** How often a call was tried again. */
    retries: () => retries,
  };
}
