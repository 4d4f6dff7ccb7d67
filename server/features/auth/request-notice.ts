import { randomUUID } from "node:crypto";
import type { Tx } from "#server/db/tables.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import type { AuthDeps } from "./auth-deps.ts";
import type { SecurityNotice } from "./emails.tsx";
import type { UserRow } from "./queries.ts";

/**
 * Requests the email that tells an owner what was done to their account. Except on loopback, only a proven address gets
 * one: notices are not limited, and an unproven address may be a stranger's.
 */
export async function requestNotice(
  tx: Tx,
  {
    jobs,
    clock,
    config,
  }: Pick<AuthDeps, "jobs" | "clock"> & { config: Pick<AuthDeps["config"], "onLoopback"> },
  kind: SecurityNotice,
  user: Pick<UserRow, "id" | "email" | "email_proven_at">,
  detail?: string,
): Promise<void> {
  if (!config.onLoopback && user.email_proven_at === null) return;
  await requestMail(tx, jobs, {
    kind,
    intent: `${kind}:${randomUUID()}${detail === undefined ? "" : `:${detail}`}`,
    user_id: user.id,
    to_address: user.email,
    requested_at: clock.now(),
  });
}

/** The detail with which a notice was requested. */
export function readNoticeDetail({ intent }: { intent: string }): string | undefined {
  return intent.split(":")[2];
}
