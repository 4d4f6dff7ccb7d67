import type { Config } from "#server/config/config.ts";
import type { Outbox } from "#server/mail/transport-outbox.ts";
import type { TextTransport } from "./text-transport.ts";
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

/** Keeps text messages in the outbox, where they can be read like emails. */
function createOutboxTexts(outbox: Pick<Outbox, "send">, publicUrl: string): TextTransport {
  return {
    name: "outbox",
    send: ({ id, to, text, created_at }) =>
      outbox.send({
        id,
        kind: "text_message",
        from: new URL(publicUrl).host,
        to,
        subject: "Text message",
        text,
        html: page(text),
        headers: {},
        message_id: `<${id}@${new URL(publicUrl).host}>`,
        created_at,
      }),
  };
}

function page(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Text message</title></head><body style="font: 1rem/1.5 system-ui; white-space: pre-line">${escaped}</body></html>`;
}
