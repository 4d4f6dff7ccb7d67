import { dayMs } from "#contract/values/durations.ts";
import { rotateSigningKeys } from "#server/access/rotate-signing-keys.ts";
import type { OneTimePurpose } from "#server/db/auth-tables.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { JobHandler } from "#server/jobs/jobs.ts";
import type { MailComposer, MailComposers, MailRow } from "#server/mail/compose.ts";
import { deleteMailsToNobody } from "#server/mail/queries.ts";
import type { RenderedMail } from "#server/mail/render-mail.ts";
import type { AuthDeps } from "./auth-deps.ts";
import {
  alreadyRegisteredEmail,
  confirmSignUpEmail,
  emailChangeEmail,
  type LinkAndCode,
  recoveryCodeUsedEmail,
  recoveryEmail,
  type SecurityNotice,
  securityNoticeEmail,
} from "./emails.tsx";
import type { FlowRow } from "./flow-queries.ts";
import { hasLinkedIdentity } from "./identities/linked-identities.ts";
import {
  emailedLink,
  type FlowMailDeps,
  prepareFlowMail,
  skipOutdated,
} from "./links/flow-mails.ts";
import { createOneTimeToken } from "./links/one-time-tokens.ts";
import type { LinkMailKind } from "./links/request-link-mail.ts";
import { deleteExpiredApps } from "./oauth/queries.ts";
import { findPendingEmailChange, pendingConfirmations } from "./pending-email-change.ts";
import { deleteOldSignIns } from "./providers/queries.ts";
import { deleteExpired, findUserByEmail, type UserRow, updateUserRow } from "./queries.ts";
import { noticeDetailOf } from "./request-notice.ts";
import { signInMailComposers } from "./sign-in-mails.ts";

type AuthMailKind = LinkMailKind | SecurityNotice;

/**
 * Composes the mails of this feature. Links and codes are made when the mail is sent, so that no row ever contains one;
 * a mail that is tried again gets new ones. A mail is skipped if its person has no account or no reason to get it any
 * more.
 */
export function authMailComposers(deps: FlowMailDeps): Pick<MailComposers, AuthMailKind> {
  const notice =
    (kind: Parameters<typeof securityNoticeEmail>[0]["notice"]): MailComposer =>
    async (mail) =>
      withRecipient(
        mail.to_address,
        await securityNoticeEmail({ notice: kind, at: mail.created_at }, deps.config.publicUrl),
      );
  return {
    auth_confirm_signup: (mail) => composeLinkMail(deps, mail, confirmSignUp),
    auth_already_registered: async (mail) =>
      withRecipient(mail.to_address, await alreadyRegisteredEmail(deps.config.publicUrl)),
    auth_recovery: (mail) => composeLinkMail(deps, mail, recovery),
    ...signInMailComposers(deps),
    auth_email_change: (mail) => composeLinkMail(deps, mail, emailChangeOfNew),
    auth_email_change_old: (mail) => composeLinkMail(deps, mail, emailChangeOfOld),
    auth_password_changed: notice("auth_password_changed"),
    auth_email_changed: notice("auth_email_changed"),
    auth_factor_added: notice("auth_factor_added"),
    auth_factor_removed: notice("auth_factor_removed"),
    auth_factors_removed_by_operator: notice("auth_factors_removed_by_operator"),
    auth_wrong_codes: notice("auth_wrong_codes"),
    auth_identity_linked: notice("auth_identity_linked"),
    auth_passkey_added: notice("auth_passkey_added"),
    auth_passkey_removed: notice("auth_passkey_removed"),
    auth_recovery_codes_made: notice("auth_recovery_codes_made"),
    auth_recovery_codes_deleted: notice("auth_recovery_codes_deleted"),
    auth_recovery_code_used: async (mail) =>
      withRecipient(
        mail.to_address,
        await recoveryCodeUsedEmail(
          { remaining: Number(noticeDetailOf(mail)), at: mail.created_at },
          deps.config.publicUrl,
        ),
      ),
    auth_identity_unlinked: notice("auth_identity_unlinked"),
    auth_app_connected: notice("auth_app_connected"),
    auth_account_reset: notice("auth_account_reset"),
    auth_sign_in_disowned: notice("auth_sign_in_disowned"),
  };
}

/** Deletes expired rows in small batches, so that no other transaction waits long for it. */
export function clearExpiredAuth({
  db,
  clock,
}: Pick<AuthDeps, "db" | "clock">): JobHandler<"clear_expired_auth"> {
  return async () => {
    for (const deletePortion of [deleteExpired, deleteOldSignIns, deleteExpiredApps]) {
      let mayBeMore = true;
      while (mayBeMore) {
        mayBeMore = await inTransaction(db, (tx) => deletePortion(tx, clock.now()));
      }
    }
    await deleteMailsToNobody(db, new Date(clock.now().getTime() - 3 * dayMs));
  };
}

/** Changes the signing key when a change is due, and logs it. */
export function rotateKeys(
  deps: Parameters<typeof rotateSigningKeys>[0] & Pick<AuthDeps, "log">,
): JobHandler<"rotate_signing_keys"> {
  return async () => {
    const rotation = await rotateSigningKeys(deps);
    const { prepared, activated, removed } = rotation;
    if (prepared || activated || removed.length > 0)
      deps.log.info(rotation, "signing keys rotated");
  };
}

type LinkMail = {
  purpose: OneTimePurpose;
  /** The type that the link names. */
  type: "signup" | "recovery" | "email_change";
  sent_at: "confirmation_sent_at" | "recovery_sent_at" | "email_change_sent_at";
  /** The address that the mail goes to; undefined if there is no reason to send it any more. */
  address(user: UserRow, flow: FlowRow, now: Date): string | undefined;
  composeEmail(proof: LinkAndCode, user: UserRow, publicUrl: string): Promise<RenderedMail>;
};

const confirmSignUp: LinkMail = {
  purpose: "signup",
  type: "signup",
  sent_at: "confirmation_sent_at",
  address: (user, flow) =>
    user.email === flow.email && !user.email_proven_at ? user.email : undefined,
  composeEmail: (proof, _user, publicUrl) => confirmSignUpEmail(proof, publicUrl),
};

const recovery: LinkMail = {
  purpose: "recovery",
  type: "recovery",
  sent_at: "recovery_sent_at",
  address: (user, flow) => (user.email === flow.email ? user.email : undefined),
  composeEmail: (proof, user, publicUrl) =>
    recoveryEmail(proof, { disconnects: hasLinkedIdentity(user) }, publicUrl),
};

const emailChangeOfNew: LinkMail = {
  purpose: "email_change_new",
  type: "email_change",
  sent_at: "email_change_sent_at",
  address: (user, flow, now) =>
    isChangeWaiting(user, { flow, half: pendingConfirmations.ofNew, now })
      ? (user.new_email ?? undefined)
      : undefined,
  composeEmail: (proof, user, publicUrl) =>
    emailChangeEmail({ proof, new_email: user.new_email ?? "", of: "new" }, publicUrl),
};

const emailChangeOfOld: LinkMail = {
  purpose: "email_change_old",
  type: "email_change",
  sent_at: "email_change_sent_at",
  address: (user, flow, now) =>
    isChangeWaiting(user, { flow, half: pendingConfirmations.ofOld, now }) ? user.email : undefined,
  composeEmail: (proof, user, publicUrl) =>
    emailChangeEmail({ proof, new_email: user.new_email ?? "", of: "old" }, publicUrl),
};

/** Whether the requested change is still pending and waits for the confirmation of this address. */
function isChangeWaiting(
  user: UserRow,
  { flow, half, now }: { flow: FlowRow; half: number; now: Date },
): boolean {
  const change = findPendingEmailChange(user, now);
  return change?.new_email === flow.email && (change.missing & half) !== 0;
}

async function composeLinkMail(deps: FlowMailDeps, mail: MailRow, about: LinkMail) {
  const prepared = await prepareFlowMail(deps, mail, (tx, flow, user) =>
    prepareLink(tx, deps, { flow, user, about }),
  );
  if (!prepared) return skipOutdated;
  const { user, address, proof } = prepared;
  const { publicUrl } = deps.config;
  const rendered = proof
    ? await about.composeEmail(proof, user, publicUrl)
    : await alreadyRegisteredEmail(publicUrl);
  return withRecipient(address, rendered);
}

/**
 * Makes the link and the code of a mail. There are none for an address that belongs to another account: the mail tells
 * its owner that they have an account, and the account that asked for the change sees the same as for a free address.
 */
async function prepareLink(
  tx: Tx,
  deps: FlowMailDeps,
  { flow, user, about }: { flow: FlowRow; user: UserRow | undefined; about: LinkMail },
) {
  // A request that was made before the address had an account does not concern the new account.
  if (!user || flow.user_id === null) return undefined;
  const now = deps.clock.now();
  const address = about.address(user, flow, now);
  if (address === undefined) return undefined;
  await updateUserRow(tx, user.id, { [about.sent_at]: now });
  if (about.purpose === "email_change_new" && (await findUserByEmail(tx, address))) {
    return { user, address, proof: undefined };
  }

  const { linkToken, code } = await createOneTimeToken(tx, deps.secrets, {
    user_id: user.id,
    purpose: about.purpose,
    address,
    flow_state_id: flow.id,
    now,
  });
  const link = emailedLink(deps, { linkToken, flow, type: about.type });
  return { user, address, proof: { link, code } };
}

function withRecipient(to: string, rendered: RenderedMail) {
  return { to, ...rendered };
}
