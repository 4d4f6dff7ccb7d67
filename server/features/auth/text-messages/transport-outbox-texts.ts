import type { Outbox } from "#server/mail/transport-outbox.ts";
import type { TextTransport } from "./text-transport.ts";

/** Keeps text messages in the outbox, where they can be read like emails. */
export function createOutboxTexts(outbox: Pick<Outbox, "send">, publicUrl: string): TextTransport {
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
