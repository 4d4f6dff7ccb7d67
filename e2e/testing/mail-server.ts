import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** A mail server that refuses addresses that begin with "nobody", and accepts every other email. */
export async function startMailServer() {
  const received: { to: string | undefined; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error("There is no such mailbox"), { responseCode: 550 });
      done(address.startsWith("nobody") ? refusal : undefined);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const { text = "" } = await PostalMime.parse(Buffer.concat(chunks));
        received.push({ to: session.envelope.rcptTo[0]?.address, text });
        done();
      });
    },
  });
  // A client that hangs up is not an error.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The text of the `count`th mail to that address, as soon as it arrives. */
    async textTo(address: string, count = 1) {
      const found = () => received.filter(({ to }) => to === address)[count - 1];
      const message = `mail ${count} to ${address}`;
      await expect.poll(() => found() !== undefined, { message, timeout: 30_000 }).toBe(true);
      return found()?.text ?? "";
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
