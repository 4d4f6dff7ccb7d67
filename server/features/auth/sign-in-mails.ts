import { deviceName } from "#contract/auth/device-name.ts";
import type { MailComposers } from "#server/mail/compose.ts";
import { magicLinkEmail, newSignInEmail, reauthenticationEmail } from "./emails.tsx";
import { disownType } from "./links/disown-sign-in.ts";
import {
  emailedLink,
  type FlowMailDeps,
  prepareFlowMail,
  skipOutdated,
} from "./links/flow-mails.ts";
import { findMagicLinkEffect } from "./links/magic-links.ts";
import { createOneTimeToken } from "./links/one-time-tokens.ts";
import { isOwnPage } from "./links/redirect-target.ts";
import { findLogin, type UserRow } from "./queries.ts";
import { networkOf } from "./sessions/network.ts";

type SignInMailKind = "auth_magic_link" | "auth_reauthentication" | "auth_new_sign_in";

/**
 * Composes the mails about signing in. As in the other mails of accounts, links and codes are made when the mail is
 * sent.
 */
export function signInMailComposers(deps: FlowMailDeps): Pick<MailComposers, SignInMailKind> {
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
          // The id stays null if the account was created after the mail was requested, because the request has no
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
        const facts = { at: created_at, device: deviceName(user_agent), network: networkOf(ip) };
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
