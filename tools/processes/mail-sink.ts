import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/**
 * What happened, in order: an email arrived from a process, a process was killed, a restart of the database began or
 * ended.
 */
export type DeliveryEvent =
  | { kind: "mail"; id: string; sender: string }
  | { kind: "killed"; sender: string }
  | { kind: "postgres" };

/** A mail server that accepts every email and knows which process each one came from. */
export interface MailSink {
  events: DeliveryEvent[];
  /** Opens an address for one process, so that it is known what that process has sent. */
  openFor(sender: string): Promise<string>;
  /** The text of the first email to an address, as soon as it has arrived. */
  textTo(address: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * @param onMail called with the number of each email when all of it has arrived, before its sender is told so
 */
export function createMailSink(onMail: (count: number, sender: string) => void): MailSink {
  const events: DeliveryEvent[] = [];
  const servers: SMTPServer[] = [];
  const texts = new Map<string, PromiseWithResolvers<string>>();
  let count = 0;

  function textTo(address: string): PromiseWithResolvers<string> {
    const known = texts.get(address) ?? Promise.withResolvers<string>();
    texts.set(address, known);
    return known;
  }

  async function receive(sender: string, raw: Buffer): Promise<void> {
    const { messageId = "", to = [], text = "" } = await PostalMime.parse(raw);
    count += 1;
    events.push({ kind: "mail", id: messageId.slice(1, messageId.indexOf("@")), sender });
    textTo(to[0]?.address ?? "").resolve(text);
    onMail(count, sender);
  }

  return {
    events,
    async openFor(sender) {
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ["STARTTLS"],
        // A reverse lookup would need a resolver.
        disableReverseLookup: true,
        onData(stream, _session, done) {
          const chunks: Buffer[] = [];
          stream.on("data", (chunk: Buffer) => chunks.push(chunk));
          stream.on("end", () => {
            receive(sender, Buffer.concat(chunks)).then(() => done(), done);
          });
        },
      });
      // A client that is killed is not an error.
      server.on("error", () => {});
      server.listen(0, "127.0.0.1");
      await once(server.server, "listening");
      servers.push(server);
      return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    },
    textTo: (address) => textTo(address).promise,
    async stop() {
      for (const server of servers) server.close();
    },
  };
}

/**
 * Emails that arrived again although the process that had sent them could have recorded that: it was not killed, and
 * the database was available between the arrivals of the two copies. What a process had sent when it was killed may
 * arrive afterwards.
 */
export function listNeedlessCopies(events: readonly DeliveryEvent[]): string[] {
  const needless: string[] = [];
  const last = new Map<string, { place: number; sender: string }>();
  for (const [place, event] of events.entries()) {
    if (event.kind !== "mail") continue;
    const copy = last.get(event.id);
    last.set(event.id, { place, sender: event.sender });
    if (copy === undefined) continue;
    const isExplained =
      events.slice(0, place).some((one) => one.kind === "killed" && one.sender === copy.sender) ||
      events.slice(copy.place, place).some((one) => one.kind === "postgres");
    if (!isExplained) needless.push(event.id);
  }
  return needless;
}

/** How often each email arrived. */
export function countCopies(events: readonly DeliveryEvent[]): Map<string, number> {
  const copies = new Map<string, number>();
  for (const event of events) {
    if (event.kind === "mail") copies.set(event.id, (copies.get(event.id) ?? 0) + 1);
  }
  return copies;
}
