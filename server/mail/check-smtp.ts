import { type Finding, failed, passed } from "#server/system/check.ts";
import { findErrorCode } from "#server/system/error-code.ts";
import { openTransport } from "./transport-smtp.ts";

/** Connects to the mail server and signs in, as for an email, but sends nothing. */
export async function checkSmtp(smtpUrl: string): Promise<Finding> {
  const { host } = new URL(smtpUrl);
  try {
    const transport = await openTransport(smtpUrl);
    await transport.verify();
    return passed(`${host} accepts this server`);
  } catch (error) {
    const said = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ");
    return failed(`${describeFailure(findErrorCode(error), host)} It says: ${said.slice(0, 200)}`);
  }
}

function describeFailure(code: string | undefined, host: string): string {
  switch (code) {
    case "EAUTH":
    case "ENOAUTH":
      return `${host} refuses the name or password in SMTP_URL: correct them.`;
    case "ETLS":
      return `${host} and this server cannot agree on an encryption: smtps:// is for port 465, smtp:// for 587 or 25.`;
    default:
      return `${host} cannot be used (${code ?? "no code"}): correct SMTP_URL, or let this machine reach it.`;
  }
}
