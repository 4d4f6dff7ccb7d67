import { PassThrough } from "node:stream";
import type { Transporter } from "nodemailer";
import { notSentReasons } from "./failure-reasons.ts";
import {
  MailNotSentError,
  MailRefusedError,
  type MailTransport,
  type OutgoingMail,
} from "./transport.ts";

const connectWithinMs = 15_000;
const idleAtMostMs = 25_000;

/**
 * Sends by the mail server at `smtpUrl` (smtp:// or smtps://, with a name and password where it wants them).
 * Each mail has a connection of its own: one that a server closed in the meantime costs no mail.
 */
export function createSmtpTransport(smtpUrl: string): MailTransport {
  return {
    async send(mail: OutgoingMail, signal: AbortSignal) {
      const transport = await openTransport(smtpUrl);
      // nodemailer's errors do not tell how far it came: a connection that is lost before the greeting and one that is
      // lost after the last byte look alike. It reads the mail only when the server is ready to take it.
      let wasOffered = false;
      transport.use("stream", ({ message }, done) => {
        message.transform(() => {
          wasOffered = true;
          return new PassThrough();
        });
        done();
      });
      try {
        await transport.sendMail({
          from: mail.from,
          // Passed as an object, so that no address is read as a list of addresses.
          to: { name: "", address: mail.to },
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          headers: mail.headers,
          messageId: mail.message_id,
          date: mail.created_at,
          xMailer: false,
          signal,
        });
      } catch (error) {
        if (signal.aborted) {
          throw new MailNotSentError(notSentReasons.tooSlow, {
            mayArrive: wasOffered,
            cause: error,
          });
        }
        throw translate(error, { to: mail.to, wasOffered });
      }
    },
  };
}

/** Loaded with the first mail: where mail is kept, or other processes send it, it would only take memory. */
export async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url: smtpUrl,
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    dnsTimeout: connectWithinMs,
    socketTimeout: idleAtMostMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** What nodemailer adds to its errors. */
interface SmtpFailure extends Error {
  command?: string;
  response?: string;
  responseCode?: number;
  permanent?: boolean;
}

function translate(error: unknown, { to, wasOffered }: { to: string; wasOffered: boolean }): Error {
  if (!(error instanceof Error)) return new MailNotSentError(String(error));
  const { command, permanent, response, responseCode }: SmtpFailure = error;
  if (response === undefined || responseCode === undefined) {
    return new MailNotSentError(notSentReasons.unreachable, {
      mayArrive: wasOffered,
      cause: error,
    });
  }
  const reply = response.replace(/\s+/g, " ").slice(0, 200);
  // Before RCPT TO, and when it asks for a sign-in, the server's errors concern us and not the address: those
  // can be fixed.
  const aboutTheAddress = command === "RCPT TO" || command === "DATA";
  if (permanent && aboutTheAddress && responseCode !== 530) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII includes the control characters
    if (/[^\x00-\x7f].*@/.test(to)) {
      return new MailRefusedError(`${notSentReasons.lettersRefused}: ${reply}`, { cause: error });
    }
    return new MailRefusedError(`${notSentReasons.addressRefused}: ${reply}`, { cause: error });
  }
  return new MailNotSentError(`${notSentReasons.notTaken}: ${reply}`, {
    // The text that comes with a lost connection may be part of an answer.
    mayArrive: wasOffered && (responseCode < 400 || command === "CONN"),
    cause: error,
  });
}
