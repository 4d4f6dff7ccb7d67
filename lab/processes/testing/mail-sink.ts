import { startMailServer } from "../../../server/testing/mail-server.ts";

/**
 * What happened, in order: an email arrived from a process, a process was killed, a restart of the database began or
 * ended.
 */
export type DeliveryEvent =
  | { kind: "mail"; id: string; sender: string }
  | { kind: "killed"; sender: string }
  | { kind: "postgres" };

export type MailSink = ReturnType<typeof createMailSink>;

/**
 * Mail servers that accept every email and know which process each one came from.
 * @param onMail called with the number of each email when all of it has arrived, before its sender gets a response
 */
export function createMailSink(onMail: (count: number) => void) {
  const events: DeliveryEvent[] = [];
  const servers: { stop(): Promise<void> }[] = [];
  const texts = new Map<string, PromiseWithResolvers<string>>();
  let count = 0;

  function textTo(address: string): PromiseWithResolvers<string> {
    const known = texts.get(address) ?? Promise.withResolvers<string>();
    texts.set(address, known);
    return known;
  }

  return {
    events,
    /** Opens an address for one process, so that it is known what that process has sent. */
    async openFor(sender: string): Promise<string> {
      const server = await startMailServer({
        onMail({ messageId = "", to = [], text = "" }) {
          count += 1;
          events.push({ kind: "mail", id: messageId.slice(1, messageId.indexOf("@")), sender });
          textTo(to[0]?.address ?? "").resolve(text);
          onMail(count);
        },
      });
      servers.push(server);
      return `smtp://127.0.0.1:${server.port}`;
    },
    /** The text of the first email to an address, as soon as it has arrived. */
    textTo: (address: string) => textTo(address).promise,
    async stop() {
      for (const server of servers) void server.stop();
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
