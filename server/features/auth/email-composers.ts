import { deviceName } from "#contract/auth/device-name.ts";
import { verifyPath } from "#contract/paths.ts";
import { isBanned } from "#server/access/session.ts";
import type { OneTimePurpose } from "#server/db/auth-tables.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { EmailRow, MailComposer, MailComposers } from "#server/mail/compose.ts";
import type { RenderedEmail } from "#server/mail/render-email.ts";
import type { AuthDeps } from "./auth-deps.ts";
import {
  alreadyRegisteredEmail,
  confirmSignUpEmail,
  emailChangeEmail,
  type LinkAndCode,
  magicLinkEmail,
  newSignInEmail,
  reauthenticationEmail,
  recoveryCodeUsedEmail,
  recoveryEmail,
  type SecurityNotice,
  securityNoticeEmail,
  securityNotices,
} from "./emails.tsx";
import { type FlowRow, findFlow } from "./flow-queries.ts";
import { hasLinkedIdentity } from "./identities.ts";
import { findMagicLinkEffect } from "./links/magic-links.ts";
import { createOneTimeToken, disownType, pkcePrefix } from "./links/one-time-tokens.ts";
import { isOwnPage } from "./links/redirect-target.ts";
import { type LinkMailKind, readFlowId } from "./links/request-link-mail.ts";
import { findPendingEmailChange, pendingConfirmations } from "./pending-email-change.ts";
import {
  findLogin,
  findUserByEmail,
  lockUser,
  lockUserByEmail,
  type UserRow,
  updateUserRow,
} from "./queries.ts";
import { readNoticeDetail } from "./request-notice.ts";
import { findNetwork } from "./sessions/known-networks.ts";

type AuthMailKind = LinkMailKind | SecurityNotice;

/**
 * Composes the emails of this feature. Links and codes are made when the email is sent, so that no row ever contains one.
 * An email for which there is no reason any more is skipped.
 */
export function authMailComposers(deps: FlowMailDeps): Pick<MailComposers, AuthMailKind> {
  return {
    auth_confirm_signup: (mail) => composeLinkEmail(deps, mail, confirmSignUp),
    auth_already_registered: async (mail) =>
      withRecipient(mail.to_address, await alreadyRegisteredEmail(deps.config.publicUrl)),
    auth_recovery: (mail) => composeLinkEmail(deps, mail, recovery),
    ...signInMailComposers(deps),
    auth_email_change: (mail) => composeLinkEmail(deps, mail, emailChange("new")),
    auth_email_change_old: (mail) => composeLinkEmail(deps, mail, emailChange("old")),
    ...noticeComposers(deps.config.publicUrl),
    auth_recovery_code_used: async (mail) =>
      withRecipient(
        mail.to_address,
        await recoveryCodeUsedEmail(
          { remaining: Number(readNoticeDetail(mail)), at: mail.created_at },
          deps.config.publicUrl,
        ),
      ),
  };
}

/** The notices that say the same to everybody. */
function noticeComposers(publicUrl: string) {
  const composers = Object.keys(securityNotices).map((kind) => {
    const notice = kind as keyof typeof securityNotices;
    const compose: MailComposer = async (mail) =>
      withRecipient(
        mail.to_address,
        await securityNoticeEmail({ notice, at: mail.created_at }, publicUrl),
      );
    return [notice, compose] as const;
  });
  return Object.fromEntries(composers) as Record<keyof typeof securityNotices, MailComposer>;
}

type LinkEmail = {
  purpose: OneTimePurpose;
  /** The type that the link names. */
  type: "signup" | "recovery" | "email_change";
  sent_at: "confirmation_sent_at" | "recovery_sent_at" | "email_change_sent_at";
  /** The address that the email goes to; undefined if there is no reason to send it any more. */
  address(user: UserRow, flow: FlowRow, now: Date): string | undefined;
  composeEmail(proof: LinkAndCode, user: UserRow, publicUrl: string): Promise<RenderedEmail>;
};

const confirmSignUp: LinkEmail = {
  purpose: "signup",
  type: "signup",
  sent_at: "confirmation_sent_at",
  address: (user, flow) =>
    user.email === flow.email && !user.email_proven_at ? user.email : undefined,
  composeEmail: (proof, _user, publicUrl) => confirmSignUpEmail(proof, publicUrl),
};

const recovery: LinkEmail = {
  purpose: "recovery",
  type: "recovery",
  sent_at: "recovery_sent_at",
  address: (user, flow) => (user.email === flow.email ? user.email : undefined),
  composeEmail: (proof, user, publicUrl) =>
    recoveryEmail(proof, { disconnects: hasLinkedIdentity(user) }, publicUrl),
};

const emailChange = (of: "new" | "old"): LinkEmail => ({
  purpose: `email_change_${of}`,
  type: "email_change",
  sent_at: "email_change_sent_at",
  address(user, flow, now) {
    const { ofNew, ofOld } = pendingConfirmations;
    const waitingAddress = of === "new" ? ofNew : ofOld;
    if (!isChangeWaiting(user, { flow, waitingAddress, now })) return undefined;
    return of === "new" ? (user.new_email ?? undefined) : user.email;
  },
  composeEmail: (proof, user, publicUrl) =>
    emailChangeEmail({ proof, new_email: user.new_email ?? "", of }, publicUrl),
});

/** Whether the requested change is still pending and waits for the confirmation of this address. */
function isChangeWaiting(
  user: UserRow,
  { flow, waitingAddress, now }: { flow: FlowRow; waitingAddress: number; now: Date },
): boolean {
  const change = findPendingEmailChange(user, now);
  return change?.new_email === flow.email && (change.missing & waitingAddress) !== 0;
}

async function composeLinkEmail(deps: FlowMailDeps, mail: EmailRow, about: LinkEmail) {
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
 * Makes the link and the code of an email. There are none for an address that belongs to another account: the email tells
 * its owner that they have an account, and the account that asked for the change sees the same as for a free address.
 */
async function prepareLink(
  tx: Tx,
  deps: FlowMailDeps,
  { flow, user, about }: { flow: FlowRow; user: UserRow | undefined; about: LinkEmail },
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

function withRecipient(to: string, rendered: RenderedEmail) {
  return { to, ...rendered };
}

type SignInMailKind = "auth_magic_link" | "auth_reauthentication" | "auth_new_sign_in";

/**
 * Composes the emails about signing in. As in the other emails of accounts, links and codes are made when the email is
 * sent.
 */
function signInMailComposers(deps: FlowMailDeps): Pick<MailComposers, SignInMailKind> {
  const { publicUrl } = deps.config;
  return {
    auth_magic_link: async (mail) => {
      const prepared = await prepareFlowMail(deps, mail, async (tx, flow, user) => {
        const effect = await findMagicLinkEffect(tx, deps, flow);
        if (effect === undefined) return undefined;
        // Our pages would refuse tokens from a link, because anyone can ask for such a link.
        const withoutLink =
          flow.code_challenge === null && isOwnPage(deps.config, new URL(flow.redirect_to));
        const made = await createOneTimeToken(tx, deps.secrets, {
          // The id stays null if the account was created after the email was requested, because the request has no
          // account.
          user_id: flow.user_id,
          purpose: "magiclink",
          address: flow.email,
          flow_state_id: flow.id,
          now: deps.clock.now(),
          withoutLink,
        });
        const link = withoutLink
          ? undefined
          : emailedLink(deps, { ...made, flow, type: "magiclink" });
        const proof = { link, code: made.code };
        return { proof, effect: effectOn(user) };
      });
      if (prepared === undefined) return skipOutdated;
      return { to: mail.to_address, ...(await magicLinkEmail(prepared, publicUrl)) };
    },

    auth_reauthentication: async (mail) => {
      const code = await prepareFlowMail(deps, mail, async (tx, flow, user) => {
        if (user === undefined || user.email !== flow.email) return undefined;
        const made = await createOneTimeToken(tx, deps.secrets, {
          user_id: user.id,
          purpose: "reauthentication",
          address: flow.email,
          flow_state_id: flow.id,
          now: deps.clock.now(),
        });
        return made.code;
      });
      if (code === undefined) return skipOutdated;
      return { to: mail.to_address, ...(await reauthenticationEmail(code, publicUrl)) };
    },

    auth_new_sign_in: async (mail) => {
      const prepared = await prepareFlowMail(deps, mail, async (tx, flow, user) => {
        const login = await findLogin(tx, flow.id);
        if (user === undefined || user.email !== flow.email || login === undefined)
          return undefined;
        const made = await createOneTimeToken(tx, deps.secrets, {
          user_id: user.id,
          purpose: "not_me",
          address: flow.email,
          flow_state_id: flow.id,
          now: deps.clock.now(),
        });
        const { created_at, user_agent, ip } = login;
        const facts = { at: created_at, device: deviceName(user_agent), network: findNetwork(ip) };
        return { link: emailedLink(deps, { ...made, flow, type: disownType }), facts };
      });
      if (prepared === undefined) return skipOutdated;
      return { to: mail.to_address, ...(await newSignInEmail(prepared, publicUrl)) };
    },
  };
}

function effectOn(user: UserRow | undefined): "signs_in" | "resets_account" | "creates_account" {
  if (user === undefined) return "creates_account";
  return user.email_proven_at === null ? "resets_account" : "signs_in";
}

type FlowMailDeps = Pick<AuthDeps, "db" | "secrets" | "clock" | "config">;

/** The answer of a composer for an email that there is no reason to send any more. */
const skipOutdated = { skip: "No one here is waiting for this email." };

/**
 * Prepares an email of a request, with the account locked before its links and codes. Undefined if the request has ended,
 * the account is suspended, or `prepare` returns undefined.
 */
function prepareFlowMail<Prepared>(
  { db, clock }: FlowMailDeps,
  mail: EmailRow,
  prepare: (tx: Tx, flow: FlowRow, user: UserRow | undefined) => Promise<Prepared | undefined>,
): Promise<Prepared | undefined> {
  const flowId = readFlowId(mail);
  return inTransaction(db, async (tx) => {
    const asked = await findFlow(tx, flowId);
    if (!asked) return undefined;
    const user = await (asked.user_id === null
      ? lockUserByEmail(tx, asked.email)
      : lockUser(tx, asked.user_id));
    // The request may have ended while this transaction waited for the account.
    const flow = await findFlow(tx, flowId);
    if (!flow || (user && isBanned(user, clock.now()))) return undefined;
    return prepare(tx, flow, user);
  });
}

/** The address that the button of an email opens. */
export function emailedLink(
  { config }: Pick<AuthDeps, "config">,
  { linkToken, flow, type }: { linkToken: string; flow: FlowRow; type: string },
): string {
  const link = new URL(`${config.publicUrl}${verifyPath}`);
  link.search = new URLSearchParams({
    token: flow.code_challenge === null ? linkToken : `${pkcePrefix}${linkToken}`,
    type,
    ...(type !== disownType && { redirect_to: flow.redirect_to }),
  }).toString();
  return link.href;
}
