import type { Config } from "#server/config/config.ts";
import type { Outbox } from "#server/mail/transport-outbox.ts";
import type { TextTransport } from "./text-transport.ts";
import { createOutboxTexts } from "./transport-outbox-texts.ts";
import { createTwilioTransport } from "./transport-twilio.ts";

/**
 * Opens the transport of texts: the provider in the settings or, on loopback, the outbox where emails are kept too.
 * Undefined if there is neither; phones are then not offered as a second step.
 */
export function openTextTransport(
  { sms, onLoopback, publicUrl }: Pick<Config, "sms" | "onLoopback" | "publicUrl">,
  outbox: Outbox | undefined,
): TextTransport | undefined {
  if (sms !== undefined) return createTwilioTransport(sms);
  return onLoopback && outbox !== undefined ? createOutboxTexts(outbox, publicUrl) : undefined;
}
