import type { Context, Hono } from "hono";
import {
  addPeople as addPeopleEndpoint,
  changeInvite as changeInviteEndpoint,
  exportContactsCsv as exportContactsCsvEndpoint,
  exportContactsXlsx as exportContactsXlsxEndpoint,
  listContacts as listContactsEndpoint,
  listInvites as listInvitesEndpoint,
  readPrivateLink as readPrivateLinkEndpoint,
  remindPeople as remindPeopleEndpoint,
  removeInvite as removeInviteEndpoint,
  resendInvite as resendInviteEndpoint,
  sendInvitations as sendInvitationsEndpoint,
  sendInvite as sendInviteEndpoint,
} from "#contract/invites/invites.ts";
import type { UnsubscribePageModel } from "#contract/pages.ts";
import { paths } from "#contract/paths.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import { findOwner } from "#server/access/profiles.ts";
import type { Db } from "#server/db/tables.ts";
import type { Api } from "#server/http/endpoint.ts";
import { htmlResponse } from "#server/http/pages/html.ts";
import { pageLanguage, readLanguage } from "#server/http/pages/page-language.ts";
import type { WebBuild } from "#server/http/pages/web-build.ts";
import { readForm } from "#server/http/read-form.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { findOptOut } from "#server/mail/opt-outs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { remindPeople } from "./emails/remind-people.ts";
import { resendInvite } from "./emails/resend-invite.ts";
import { sendInvitations } from "./emails/send-invitations.ts";
import { sendInvite } from "./emails/send-invite.ts";
import {
  openUnsubscribe,
  resubscribe,
  type UnsubscribeClaim,
  unsubscribe,
} from "./emails/unsubscribe.ts";
import { addPeople } from "./people/add-people.ts";
import { changeLabel } from "./people/change-label.ts";
import { correctAddress } from "./people/correct-address.ts";
import { exportContacts } from "./people/export-contacts.ts";
import { listContacts, listInvites, readInvite } from "./people/read-invites.ts";
import { readPrivateLink } from "./people/read-private-link.ts";
import { removeInvite } from "./people/remove-invite.ts";

export function inviteRoutes(
  app: Hono<AppEnv>,
  api: Api,
  deps: {
    db: Db;
    jobs: Jobs;
    clock: Clock;
    secrets: Secrets;
    web: WebBuild;
    config: { rateLimits: boolean; onLoopback: boolean; publicUrl: string };
  },
): void {
  const { db, clock, secrets, web } = deps;

  api.on(listInvitesEndpoint, async ({ owner, params }) =>
    listInvites(db, await loadOwnedCircle(db, owner, params.id)),
  );

  api.on(addPeopleEndpoint, async ({ owner, params, body }) =>
    listInvites(db, await addPeople(deps, owner, params.id, body.invites)),
  );

  api.on(sendInvitationsEndpoint, ({ owner, params }) => sendInvitations(deps, owner, params.id));

  api.on(remindPeopleEndpoint, ({ owner, params }) => remindPeople(deps, owner, params.id));

  api.on(listContactsEndpoint, ({ owner, query }) => listContacts(db, owner, query.after));

  api.onFile(exportContactsXlsxEndpoint, ({ owner, session }) =>
    exportContacts(deps, owner, session, "xlsx"),
  );

  api.onFile(exportContactsCsvEndpoint, ({ owner, session }) =>
    exportContacts(deps, owner, session, "csv"),
  );

  api.on(changeInviteEndpoint, async ({ owner, params, body }) => {
    if ("email" in body) await correctAddress(deps, owner, params.id, body.email);
    else await changeLabel(deps, owner, params.id, body.label);
    return { invite: await readInvite(db, owner, params.id) };
  });

  api.on(removeInviteEndpoint, async ({ owner, params }) => {
    await removeInvite(deps, owner, params.id);
    return { status: "removed" as const };
  });

  api.on(readPrivateLinkEndpoint, async ({ owner, params }) => ({
    invite_address: await readPrivateLink(deps, owner, params.id),
  }));

  api.on(resendInviteEndpoint, async ({ owner, params }) => ({
    email: await resendInvite(deps, owner, params.id),
  }));

  api.on(sendInviteEndpoint, async ({ owner, body }) => {
    await sendInvite(deps, owner, body);
    return { success: true as const };
  });

  async function page(
    c: Context<AppEnv>,
    token: string,
    opened?: UnsubscribeClaim & Pick<UnsubscribePageModel, "stopped" | "isResubscribed">,
  ): Promise<Response> {
    const owner = opened && (await findOwner(db, opened.owner_id));
    // An email from before the account was reset may have been sent by the person who had created the account.
    const isSameOwner = opened?.reset_at?.getTime() === owner?.reset_at?.getTime();
    const model: UnsubscribePageModel = {
      token,
      stopped: opened?.stopped ?? "invalid",
      owner_name: (isSameOwner && owner?.full_name.trim()) || null,
      isResubscribed: opened?.isResubscribed ?? false,
    };
    if (opened !== undefined) c.set("circleLanguage", opened.language);
    const language = pageLanguage(c);
    return htmlResponse(c, await web.pages.unsubscribe(model, language, web.assets), {
      status: opened === undefined ? 404 : 200,
      styles: web.styleHashes,
    });
  }

  const findStopped = async ({ email, owner_id }: UnsubscribeClaim) =>
    (await findOptOut(db, email, owner_id)) ?? "none";

  // Mail programs and scanners open links automatically, so only a POST request changes anything.
  app.get(paths.unsubscribe, async (c) => {
    const token = c.req.query("token") ?? "";
    const claim = openUnsubscribe(secrets, token);
    if (claim === undefined) return page(c, token);
    return page(c, token, { ...claim, stopped: await findStopped(claim), isResubscribed: false });
  });

  app.post(paths.unsubscribe, async (c) => {
    const form = await readForm(c.req.raw);
    const token = form.get("token") ?? c.req.query("token") ?? "";
    c.set("postedLanguage", readLanguage(form.get("lang")));
    const claim = openUnsubscribe(secrets, token);
    if (claim === undefined) return page(c, token);
    // One click in a mail program (RFC 8058) names no scope, so it applies to this sender.
    const isOneClick = form.get("List-Unsubscribe") === "One-Click";
    const scope = form.get("scope") === "everyone" ? "everyone" : "owner";
    const isResubscribed = form.get("action") === "resubscribe" && !isOneClick;
    if (isResubscribed) await resubscribe(db, claim, scope);
    else await unsubscribe({ db, clock }, claim, scope);
    if (isOneClick) return c.body(null, 200);
    const found = await findStopped(claim);
    // The opt-out from an erased owner's emails is not recorded, because there will be none.
    const stopped = found === "none" && !isResubscribed ? scope : found;
    return page(c, token, { ...claim, stopped, isResubscribed });
  });
}
