import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { listen } from "./listen.ts";

/**
 * Starts a mail server without TLS for a test; the emails that it accepted are in `received`.
 * @param onMail called when all of an email has arrived, before its sender gets a response
 */
export async function startMailServer({
  onMail,
  ...options
}: SMTPServerOptions & { onMail?: (mail: Email) => void } = {}) {
  const received: { to: string[]; raw: Buffer }[] = [];
  async function receive(to: string[], raw: Buffer): Promise<void> {
    received.push({ to, raw });
    onMail?.(await PostalMime.parse(raw));
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    // A reverse lookup would need a resolver.
    disableReverseLookup: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        receive(to, Buffer.concat(chunks)).then(() => done(), done);
      });
    },
    ...options,
  });
  // It is not an error here if a client hangs up or is killed.
  server.on("error", () => {});
  const { port } = await listen(server.server);
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { received, port, stop };
}
