import { randomUUID } from "node:crypto";
import type { Config } from "#server/config/config.ts";
import { checkSmtp } from "#server/mail/check-smtp.ts";
import { createSmtpTransport } from "#server/mail/transport-smtp.ts";
import { type Check, type Finding, failed, passed } from "#server/system/check.ts";
import type { Clock } from "#server/system/clock.ts";

type MailConfig = Pick<Config, "smtpUrl" | "mailFrom" | "onLoopback" | "publicUrl">;

/** Whether the mail server accepts this server's connection and password. */
export function mailServer({ smtpUrl, onLoopback, publicUrl }: MailConfig): Check {
  return {
    name: "mail server",
    seconds: 20,
    run: async () => {
      if (smtpUrl !== undefined) return checkSmtp(smtpUrl);
      return onLoopback
        ? passed(`none: emails are kept, to be read at ${publicUrl}/outbox`)
        : failed("No email is sent to anyone: set SMTP_URL to your mail server.");
    },
  };
}

/** Sends an email to an address that the operator has named. */
export function testEmail(
  { smtpUrl, mailFrom, publicUrl }: MailConfig,
  { to, clock }: { to: string; clock: Clock },
): Check {
  return {
    name: "test email",
    seconds: 30,
    run: async (signal): Promise<Finding> => {
      if (smtpUrl === undefined) return failed("It was not sent: SMTP_URL is not set.");
      const id = randomUUID();
      const text = `This email was sent by npm run doctor of ${publicUrl}. The mail server works.`;
      await createSmtpTransport(smtpUrl).send(
        {
          id,
          kind: "test",
          from: mailFrom,
          to,
          subject: "Test email from Paraline",
          text: `${text}\n`,
          html: `<p>${text}</p>`,
          headers: { "Auto-Submitted": "auto-generated" },
          message_id: `<${id}@${new URL(publicUrl).hostname}>`,
          created_at: clock.now(),
        },
        signal,
      );
      return passed(`the mail server took it, for ${to}: see whether it arrives, and not as spam`);
    },
  };
}
