import { z } from "zod";
import type { SmsSettings } from "#server/config/text-messages.ts";
import { type TextTransport, UnrecoverableTextError } from "./text-transport.ts";

const sendWithinMs = 10_000;
const errorBody = z.object({ code: z.number() });

/**
 * Sends texts by Twilio's "Create a Message resource", or by a compatible service. The request is a form, with the
 * account and its token as basic credentials.
 */
export function createTwilioTransport(settings: SmsSettings): TextTransport {
  const { account, token, from } = settings;
  const url = messagesUrl(settings);
  const credentials = Buffer.from(`${account}:${token}`).toString("base64");
  return {
    name: "twilio",
    async send({ to, text }) {
      const form = new URLSearchParams({ To: to, Body: text });
      // A messaging service chooses the number from which a text is sent.
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
      throw new UnrecoverableTextError(reason);
    },
  };
}

/**
 * The address at which messages are created. If only an origin is given, the path is that of Twilio; otherwise the
 * whole given address is used.
 */
function messagesUrl({ url, account }: SmsSettings): URL {
  const given = new URL(url);
  if (given.pathname !== "/") return given;
  return new URL(`/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`, given);
}

/**
 * The error for a request without an answer. It is certain that the text was not sent only if no connection was made.
 */
function unanswered(error: unknown): Error {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED") {
    return new Error("The SMS provider refused the connection.", { cause: error });
  }
  return new UnrecoverableTextError(
    "The SMS provider took the request and gave no answer, so the text may have been sent.",
    { cause: error },
  );
}

/** Whether the status means that there were too many requests, or an outage. */
function isTemporary(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** The provider's message may contain the number, so only its code is used, which says the same. */
async function describeRefusal(response: Response): Promise<string> {
  const body = errorBody.safeParse(await response.json().catch(() => undefined));
  const code = body.success ? `, code ${body.data.code}` : "";
  return `The SMS provider refused a text (status ${response.status}${code}).`;
}
