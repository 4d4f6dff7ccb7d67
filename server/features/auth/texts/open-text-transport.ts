import type { Config } from "#server/config/config.ts";
import type { Outbox } from "#server/mail/transport-outbox.ts";
import type { TextTransport } from "./text-transport.ts";
import { createOutboxTexts } from "./transport-outbox-texts.ts";
import { createTwilioTransport } from "./transport-twilio.ts";

/**
 * Where texts go: to the provider of the settings or, on loopback, to the outbox beside the emails. Undefined where there
 * is neither: phones are not offered as a second step then.
 */
export function openTextTransport(
  { sms, onLoopback, publicUrl }: Pick<Config, "sms" | "onLoopback" | "publicUrl">,
  outbox: Outbox | undefined,
): TextTransport | undefined {
  if (sms !== undefined) return createTwilioTransport(sms);
  return onLoopback && outbox !== undefined ? createOutboxTexts(outbox, publicUrl) : undefined;
}
