import { deviceName } from "#contract/auth/device-name.ts";
import { verifyPath } from "#contract/paths.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { MailComposers, MailRow } from "#server/mail/compose.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { magicLinkEmail, newSignInEmail, reauthenticationEmail } from "./emails.tsx";
import { type FlowRow, findFlow } from "./flow-queries.ts";
import { disownType } from "./links/disown-sign-in.ts";
import { effectOfMagicLink } from "./links/magic-links.ts";
import { createOneTimeToken, pkcePrefix } from "./links/one-time-tokens.ts";
import { isOwnPage } from "./links/redirect-target.ts";
import { flowIdOf } from "./links/request-link-mail.ts";
import { findLogin, lockUser, lockUserByEmail, type UserRow } from "./queries.ts";
import { networkOf } from "./sessions/network.ts";

type MailDeps = Pick<AuthDeps, "db" | "secrets" | "clock" | "config">;
type SignInMailKind = "auth_magic_link" | "auth_reauthentication" | "auth_new_sign_in";

const skipped = { skip: "No one here is waiting for this email." };

/** The mails about signing in; as with others of accounts, links and codes are made as the mail goes out. */
export function signInMailComposers(deps: MailDeps): Pick<MailComposers, SignInMailKind> {
  const { publicUrl } = deps.config;
  const withFlow = <Prepared>(
    mail: MailRow,
    prepare: (tx: Tx, flow: FlowRow, user: UserRow | undefined) => Promise<Prepared | undefined>,
  ) => inTransaction(deps.db, (tx) => lockFlow(tx, deps, flowIdOf(mail), prepare));

  return {
    auth_magic_link: async (mail) => {
      const prepared = await withFlow(mail, async (tx, flow, user) => {
        const effect = await effectOfMagicLink(tx, deps, flow);
        if (effect === undefined) return undefined;
        // Our pages would refuse tokens from a link, because anyone can ask for such a link.
        const withoutLink =
          flow.code_challenge === null && isOwnPage(deps.config, new URL(flow.redirect_to));
        const made = await createOneTimeToken(tx, deps.secrets, {
          // Of an account that was made since the mail was asked for too: the request has none.
          user_id: flow.user_id,
          purpose: "magiclink",
          address: flow.email,
          flow_state_id: flow.id,
          now: deps.clock.now(),
          withoutLink,
        });
        const link = withoutLink ? undefined : linkOf(deps, { ...made, flow, type: "magiclink" });
        const proof = { link, code: made.code };
        return { proof, effect: effectOn(user) };
      });
      if (prepared === undefined) return skipped;
      return { to: mail.to_address, ...(await magicLinkEmail(prepared, publicUrl)) };
    },

    auth_reauthentication: async (mail) => {
      const code = await withFlow(mail, async (tx, flow, user) => {
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
      if (code === undefined) return skipped;
      return { to: mail.to_address, ...(await reauthenticationEmail(code, publicUrl)) };
    },

    auth_new_sign_in: async (mail) => {
      const prepared = await withFlow(mail, async (tx, flow, user) => {
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
        const facts = { at: created_at, device: deviceName(user_agent), network: networkOf(ip) };
        return { link: linkOf(deps, { ...made, flow, type: disownType }), facts };
      });
      if (prepared === undefined) return skipped;
      return { to: mail.to_address, ...(await newSignInEmail(prepared, publicUrl)) };
    },
  };
}

function effectOn(user: UserRow | undefined): "signs_in" | "resets_account" | "creates_account" {
  if (user === undefined) return "creates_account";
  return user.email_proven_at === null ? "resets_account" : "signs_in";
}

/** The request of a mail and its account, which is locked before what was mailed for it, as everywhere. */
async function lockFlow<Prepared>(
  tx: Tx,
  { clock }: MailDeps,
  flowId: string,
  prepare: (tx: Tx, flow: FlowRow, user: UserRow | undefined) => Promise<Prepared | undefined>,
): Promise<Prepared | undefined> {
  const asked = await findFlow(tx, flowId);
  if (!asked) return undefined;
  const user = await (asked.user_id === null
    ? lockUserByEmail(tx, asked.email)
    : lockUser(tx, asked.user_id));
  // What was asked for may have ended while the account was awaited.
  const flow = await findFlow(tx, flowId);
  if (!flow || (user?.banned_until && user.banned_until > clock.now())) return undefined;
  return prepare(tx, flow, user);
}

function linkOf(
  { config }: MailDeps,
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
