import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { listen } from "./listen.ts";

/** Starts a mail server without TLS for a test; the mails that it accepted are in `received`. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: { to: string[]; raw: Buffer }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: Buffer.concat(chunks) });
        done();
      });
    },
    ...options,
  });
  // It is not an error here if a client hangs up.
  server.on("error", () => {});
  const { port } = await listen(server.server);
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { received, port, stop };
}
