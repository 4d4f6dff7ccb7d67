import { z } from "zod";
import type { SmsSettings } from "#server/config/texts.ts";
import { TextGivenUpError, type TextTransport } from "./text-transport.ts";

const sendWithinMs = 10_000;
const errorBody = z.object({ code: z.number() });

/**
 * Sends texts by Twilio's "Create a Message resource", or a service that answers in the same way: a form, with the account
 * and its token as the basic credentials.
 */
export function createTwilioTransport(settings: SmsSettings): TextTransport {
  const { account, token, from } = settings;
  const url = messagesUrl(settings);
  const credentials = Buffer.from(`${account}:${token}`).toString("base64");
  return {
    name: "twilio",
    async send({ to, text }) {
      const form = new URLSearchParams({ To: to, Body: text });
      // A messaging service chooses the number that a text comes from.
      form.set(/^MG[0-9a-f]{32}$/.test(from) ? "MessagingServiceSid" : "From", from);
      const response = await fetch(url, {
        method: "POST",
        headers: { Authorization: `Basic ${credentials}` },
        body: form,
        redirect: "error",
        signal: AbortSignal.timeout(sendWithinMs),
      }).catch((error: unknown) => {
        throw unanswered(error);
      });
      if (response.ok) {
        await response.body?.cancel();
        return;
      }
      const reason = await describeRefusal(response);
      if (isTemporary(response.status)) throw new Error(reason);
      throw new TextGivenUpError(reason);
    },
  };
}

/** Where messages are created: below the given origin as at Twilio, or the whole address that was given. */
function messagesUrl({ url, account }: SmsSettings): URL {
  const given = new URL(url);
  if (given.pathname !== "/") return given;
  return new URL(`/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`, given);
}

/** Only if no connection was made is it certain that the text has not been sent. */
function unanswered(error: unknown): Error {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED") {
    return new Error("The SMS provider refused the connection.", { cause: error });
  }
  return new TextGivenUpError(
    "The SMS provider took the request and gave no answer, so the text may have been sent.",
    { cause: error },
  );
}

/** Too many at once, or an outage. */
function isTemporary(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** The provider's sentence may quote the number; its code says the same. */
async function describeRefusal(response: Response): Promise<string> {
  const body = errorBody.safeParse(await response.json().catch(() => undefined));
  const code = body.success ? `, code ${body.data.code}` : "";
  return `The SMS provider refused a text (status ${response.status}${code}).`;
}
