import { randomUUID } from "node:crypto";
import type { Config } from "#server/config/config.ts";
import { checkSmtp } from "#server/mail/check-smtp.ts";
import { createSmtpTransport } from "#server/mail/transport-smtp.ts";
import { type Check, type Finding, failed, passed } from "#server/system/check.ts";
import type { Clock } from "#server/system/clock.ts";
import { findErrorCode } from "#server/system/error-code.ts";

type MailConfig = Pick<Config, "smtpUrl" | "mailFrom" | "onLoopback" | "publicUrl">;

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

export interface TextResolver {
  resolveTxt(name: string): Promise<string[][]>;
}

interface Domain {
  domain: string | undefined;
  resolver: TextResolver;
}

export function findDomain(address: string): string {
  return /@([^\s>@]+)>?\s*$/.exec(address)?.[1]?.toLowerCase() ?? "";
}

/** Whether the domain of MAIL_FROM names the mail servers that may send for it. */
export function spf({ domain, resolver }: Domain): Check {
  return domainCheck("SPF", domain, async (name) => {
    const found = (await listTexts(resolver, name)).texts.filter((text) =>
      /^v=spf1(?:\s|$)/i.test(text),
    );
    const [record] = found;
    if (record === undefined) {
      return failed(
        `${name} has no SPF record, so its emails may count as forged: add a TXT record with "v=spf1 include:... -all", as your mail service says.`,
      );
    }
    if (found.length > 1) {
      return failed(
        `${name} has ${found.length} SPF records, which count as none: make one of them.`,
      );
    }
    if (/\s\+?all\b/i.test(record)) {
      return failed(
        `The SPF record of ${name} lets everyone send for it: let it end with -all or ~all.`,
      );
    }
    return passed(
      `${name} has a record; only your mail service can say whether it names the right servers`,
    );
  });
}

/** Whether the key that the mail server signs with is published. Only the mail service knows its name, the selector. */
export function dkim({ domain, resolver }: Domain, selector: string | undefined): Check {
  return domainCheck("DKIM", domain, async (name) => {
    const keys = `_domainkey.${name}`;
    if (selector === undefined) {
      const { exists } = await listTexts(resolver, keys);
      return exists
        ? passed(`${name} seems to have keys; name yours with --dkim-selector to have it checked`)
        : failed(
            `There are no keys under ${keys}: publish the one that your mail service signs with. If it has one, name it with --dkim-selector.`,
          );
    }
    const { texts } = await listTexts(resolver, `${selector}.${keys}`);
    const hasKey = texts.some((text) => /(?:^|;)\s*p=\s*[^\s;]/i.test(text));
    return hasKey
      ? passed(`the key ${selector} is published`)
      : failed(
          `There is no key at ${selector}.${keys}: publish the one that your mail service signs with.`,
        );
  });
}

/** Whether the domain, or the one above it, says what should happen to forged emails. */
export function dmarc({ domain, resolver }: Domain): Check {
  return domainCheck("DMARC", domain, async (name) => {
    const labels = name.split(".");
    for (let first = 0; first <= labels.length - 2; first += 1) {
      const place = labels.slice(first).join(".");
      const { texts } = await listTexts(resolver, `_dmarc.${place}`);
      const record = texts.find((text) => /^v=DMARC1\s*;/i.test(text));
      const policy = record && /(?:^|;)\s*p=\s*(none|quarantine|reject)/i.exec(record)?.[1];
      if (policy) return passed(`${place} has the policy ${policy.toLowerCase()}`);
    }
    return failed(
      `${name} has no DMARC record, which large mail services ask for: add a TXT record at _dmarc.${name}, at least "v=DMARC1; p=none".`,
    );
  });
}

function domainCheck(
  name: string,
  domain: string | undefined,
  check: (domain: string) => Promise<Finding>,
): Check {
  return {
    name,
    run: async () => {
      if (domain === undefined) return passed("no email is sent");
      if (!domain.includes(".")) {
        return failed(
          `MAIL_FROM has the domain "${domain}", which no mail server knows: set it to an address of yours.`,
        );
      }
      try {
        return await check(domain);
      } catch (error) {
        // An unknown state does not pass: the check includes that the name servers answer.
        return failed(
          `${domain} could not be looked up (${findErrorCode(error) ?? String(error)}): let this machine reach a name server, and run this again.`,
        );
      }
    },
  };
}

/** `exists` says whether there is anything with this name, or below it. */
async function listTexts(
  resolver: TextResolver,
  name: string,
): Promise<{ texts: string[]; exists: boolean }> {
  try {
    const records = await resolver.resolveTxt(name);
    return { texts: records.map((parts) => parts.join("")), exists: true };
  } catch (error) {
    const code = findErrorCode(error);
    if (code === "ENODATA") return { texts: [], exists: true };
    if (code === "ENOTFOUND") return { texts: [], exists: false };
    throw error;
  }
}
