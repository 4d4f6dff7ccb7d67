import { PassThrough } from "node:stream";
import type { Transporter } from "nodemailer";
import { notSentReasons } from "./failure-reasons.ts";
import {
  MailNotSentError,
  MailRefusedError,
  type MailTransport,
  type OutgoingEmail,
} from "./transport.ts";

const connectWithinMs = 15_000;
const idleAtMostMs = 25_000;

/** Each email has a connection of its own, so that no email is lost because a server has closed an idle connection. */
export function createSmtpTransport(smtpUrl: string): MailTransport {
  return {
    async send(mail: OutgoingEmail, signal: AbortSignal) {
      const transport = await openTransport(smtpUrl);
      // nodemailer's errors do not tell how far the sending came: a connection that was lost before the greeting looks
      // like one that was lost after the last byte. nodemailer reads the email only when the server is ready to accept
      // it.
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
          // The address is passed as an object, so that it is never read as a list of addresses.
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

/** nodemailer is loaded with the first email, because it would only take memory in a process that sends none. */
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
  // Before RCPT TO, and when the server asks for a sign-in, its errors are about this server and not about the address:
  // the operator can correct them.
  const aboutTheAddress = command === "RCPT TO" || command === "DATA";
  if (permanent && aboutTheAddress && responseCode !== 530) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII includes the control characters
    if (/[^\x00-\x7f].*@/.test(to)) {
      return new MailRefusedError(`${notSentReasons.lettersRefused}: ${reply}`, { cause: error });
    }
    return new MailRefusedError(`${notSentReasons.addressRefused}: ${reply}`, { cause: error });
  }
  return new MailNotSentError(`${notSentReasons.notTaken}: ${reply}`, {
    // The text that comes with a lost connection may be part of a reply.
    mayArrive: wasOffered && (responseCode < 400 || command === "CONN"),
    cause: error,
  });
}
