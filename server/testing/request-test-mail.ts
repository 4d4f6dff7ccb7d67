import { type MailKind, type MailKindToPeople, mailKindsToPeople } from "#server/db/mail-kinds.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { requestMail, requestMailToPerson } from "#server/mail/request-mail.ts";
import { testSecrets } from "./secrets.ts";

const unlimited = { secrets: testSecrets, config: { rateLimits: false } };

/** Requests an email of any kind, without limits. @returns its id; undefined if its intent was requested before */
export async function requestTestMail(
  tx: Tx,
  jobs: Jobs,
  request: Omit<Parameters<typeof requestMail>[2], "kind"> & { kind: MailKind },
): Promise<string | undefined> {
  const { kind } = request;
  if (!isToPeople(kind)) return requestMail(tx, jobs, { ...request, kind });
  return (await requestMailToPerson(tx, { ...unlimited, jobs }, { ...request, kind })).id;
}

function isToPeople(kind: MailKind): kind is MailKindToPeople {
  return (mailKindsToPeople as readonly MailKind[]).includes(kind);
}
