import type { Context, Hono } from "hono";
import { DomainError, type ErrorCode, errorStatus } from "#contract/errors.ts";
import type { InviteeErrorCode } from "#contract/invitee-errors.ts";
import { withLanguage } from "#contract/invitee-paths.ts";
import type { LinkCard } from "#contract/invites/invite-cards.ts";
import {
  joinByLink as joinByLinkEndpoint,
  readShareLink as readShareLinkEndpoint,
  requestPrivateLink as requestPrivateLinkEndpoint,
} from "#contract/invites/invites.ts";
import {
  type ShareLinkPageModel,
  shareLinkFields,
  shareLinkReply,
} from "#contract/invites/share-link.ts";
import { limits } from "#contract/limits.ts";
import { type InviteeMessages, inviteeMessages } from "#contract/messages/all.ts";
import { inviteUrl, paths, shareLinkUrl } from "#contract/paths.ts";
import { normalizeEmail } from "#contract/values/email.ts";
import { isStorableText, toLine } from "#contract/values/plain-text.ts";
import { findShareLink } from "#server/access/open-share-link.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Db } from "#server/db/tables.ts";
import { joinByLink } from "#server/features/invites/share-link/join-by-link.ts";
import { requestPrivateLink } from "#server/features/invites/share-link/request-private-link.ts";
import { clientAddress } from "#server/http/client-address.ts";
import type { Api } from "#server/http/endpoint.ts";
import { toDomainError } from "#server/http/errors.ts";
import { htmlResponse } from "#server/http/pages/html.ts";
import { chosenLanguage, pageLanguage, readLanguage } from "#server/http/pages/page-language.ts";
import type { WebBuild } from "#server/http/pages/web-build.ts";
import { addressKey, createLimiter, requireAllowed } from "#server/http/rate-limits.ts";
import { readBody } from "#server/http/read-body.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";

/** Visitors who type an address are counted by network address. A typed email address is counted separately, too. */
const rules = {
  share_link_visitor: { points: 60, seconds: 600 },
  share_link_address: { points: 3, seconds: 600 },
  link_joins: { points: limits.linkJoinsPerNetworkAnHour, seconds: 3600 },
} as const;

const formBytes = 16 * 1024;

/** The share link's page. It reveals nothing to strangers unless the owner has opened the link to anyone. */
export function shareLinkRoutes(
  app: Hono<AppEnv>,
  api: Api,
  deps: {
    db: Db;
    kind: DatabaseKind;
    jobs: Jobs;
    clock: Clock;
    web: WebBuild;
    secrets: Secrets;
    config: { rateLimits: boolean; trustProxy: number };
  },
): void {
  const { db, kind, clock, web, secrets, config } = deps;
  const limiter = createLimiter(rules, { db, kind, enabled: config.rateLimits });

  /** @throws DomainError rate_limited */
  async function ask(c: Context<AppEnv>, circleId: string, email: string): Promise<void> {
    const visitor = addressKey(clientAddress(c, config.trustProxy));
    await requireAllowed(limiter, "share_link_visitor", visitor);
    const target = secrets.signFor("counted private link", circleId, normalizeEmail(email));
    const { allowed } = await limiter.consume("share_link_address", target.toString("base64url"));
    // Over the limit, the response is the usual one, but nothing is processed: an error would only help to try
    // addresses.
    if (allowed) await requestPrivateLink(deps, circleId, email);
  }

  api.on(readShareLinkEndpoint, async ({ params }) => {
    const found = await findShareLink(db, params.id, clock.now());
    return found.mode === "open" ? { mode: found.mode, ...found.shareLink } : found;
  });

  api.on(requestPrivateLinkEndpoint, async ({ c, params, body }) => {
    await ask(c, params.id, body.email);
    return { message: shareLinkReply };
  });

  /**
   * Joins are counted, not answers: a limit on answers would show an owner on the same network that somebody has answered.
   * @throws DomainError link_network_exhausted, and what {@link joinByLink} throws
   */
  async function join(
    c: Context<AppEnv>,
    circleId: string,
    firstName: string | undefined,
  ): Promise<string> {
    const inviteToken = await joinByLink(deps, circleId, firstName);
    const network = addressKey(clientAddress(c, config.trustProxy));
    const key = secrets.signFor("counted link joins", circleId, network).toString("base64url");
    const { allowed, retry_after_seconds } = await limiter.consume("link_joins", key);
    if (!allowed) throw new DomainError("link_network_exhausted", { retry_after_seconds });
    return inviteToken;
  }

  api.on(joinByLinkEndpoint, async ({ c, params, body }) => ({
    invite_token: await join(c, params.id, body.first_name),
  }));

  async function page(
    c: Context<AppEnv>,
    circleId: string,
    form: {
      status?: number;
      email?: string;
      first_name?: string;
      isAsked?: boolean;
      refused?: ErrorCode;
    } = {},
  ): Promise<Response> {
    const found = await findShareLink(db, circleId, clock.now());
    // What an invited-only link shows must tell nothing about the paraline, such as its language.
    if (found.mode === "open") c.set("circleLanguage", found.shareLink.language);
    if (found.mode === "closed") {
      c.set("circleLanguage", found.language);
      return card(c, circleId, "closed", 410);
    }
    const language = pageLanguage(c);
    const message = form.refused && describeRefusal(inviteeMessages[language], form.refused);
    const model: ShareLinkPageModel =
      found.mode === "open"
        ? {
            ...found.shareLink,
            mode: found.mode,
            first_name: form.first_name ?? "",
            message,
          }
        : {
            mode: found.mode,
            circle_id: circleId,
            email: form.email ?? "",
            isAsked: form.isAsked ?? false,
            message,
          };
    return htmlResponse(c, await web.pages.shareLink(model, language, web.assets), {
      status: form.status ?? 200,
      styles: web.styleHashes,
    });
  }

  async function card(
    c: Context<AppEnv>,
    circleId: string,
    which: LinkCard,
    status: number,
  ): Promise<Response> {
    const model = {
      kind: "card",
      card: which,
      invite_token: undefined,
      again_address: shareLinkUrl("", circleId),
      // No questions are answered on this page. It leads to the share-link page.
      insights: "off",
      consented_processor: null,
    } as const;
    return htmlResponse(c, await web.pages.feedback(model, pageLanguage(c), web.assets), {
      status,
      styles: web.styleHashes,
    });
  }

  // People, scanners and previews open it like a private link, so reading it changes nothing.
  app.get(paths.feedback, async (c, next) => {
    const circleId = c.req.query("circle");
    if (circleId === undefined || c.req.query("token")) return next();
    try {
      return await page(c, circleId);
    } catch (error) {
      const { code } = toDomainError(error, c.var.log);
      return card(c, circleId, "unavailable", errorStatus(code));
    }
  });

  app.post(paths.feedback, async (c, next) => {
    const circleId = c.req.query("circle");
    if (circleId === undefined) return next();
    const fields = new URLSearchParams((await readBody(c.req.raw, formBytes)).toString("utf8"));
    c.set("postedLanguage", readLanguage(fields.get(shareLinkFields.language)));
    const email = fields.get(shareLinkFields.email) ?? "";
    const firstName = fields.get(shareLinkFields.first_name) ?? "";
    try {
      if (fields.get(shareLinkFields.action) === "join") {
        const typed = storable(firstName, limits.nameCharacters);
        const link = inviteUrl("", await join(c, circleId, typed));
        const found = await findShareLink(db, circleId, clock.now());
        const chosen = chosenLanguage(c);
        const isOwn = found.mode !== "open" || chosen === found.shareLink.language;
        return c.redirect(isOwn || chosen === undefined ? link : withLanguage(link, chosen), 303);
      }
      await ask(c, circleId, storable(email, limits.emailCharacters));
      return await page(c, circleId, { isAsked: true });
    } catch (error) {
      const { code } = toDomainError(error, c.var.log);
      const status = errorStatus(code);
      if (code === "circle_closed") return card(c, circleId, "closed", status);
      try {
        return await page(c, circleId, { status, email, first_name: firstName, refused: code });
      } catch {
        return card(c, circleId, "unavailable", status);
      }
    }
  });
}

/** Why what was typed was refused, in the language of the page. */
function describeRefusal({ forms, later }: InviteeMessages, code: ErrorCode): string {
  switch (code) {
    case "invite_email_missing":
      return forms.addressMissing;
    case "invite_email_malformed":
      return forms.addressMalformed;
    case "invite_first_name_missing":
      return forms.firstNameMissing;
    case "rate_limited":
      return forms.tooOften;
    case "validation_failed":
      return forms.tooLong;
    default:
      return code in later.errors ? later.errors[code as InviteeErrorCode] : forms.failed;
  }
}

/** @throws DomainError text_unstorable, validation_failed when it is too long */
function storable(typed: string, maxCharacters: number): string {
  if (!isStorableText(typed)) throw new DomainError("text_unstorable");
  const text = toLine(typed);
  if (text.length > maxCharacters) throw new DomainError("validation_failed");
  return text;
}
