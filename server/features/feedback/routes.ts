import { randomUUID } from "node:crypto";
import type { Context, Hono } from "hono";
import type { BillingMode } from "#contract/billing/billing.ts";
import { DomainError, errorStatus } from "#contract/errors.ts";
import {
  type OpenInviteView,
  readOpenInvite,
  submitFeedback as submitFeedbackEndpoint,
} from "#contract/feedback/feedback.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import { findConsentedProcessor } from "#contract/insights/processors.ts";
import { inLanguage, withLanguage } from "#contract/invitee-paths.ts";
import { cardOfCode, type LinkCard } from "#contract/invites/invite-cards.ts";
import {
  declineInvite as declineInviteEndpoint,
  reopenInvite as reopenInviteEndpoint,
} from "#contract/invites/invites.ts";
import type { Language } from "#contract/languages.ts";
import { inviteeMessages } from "#contract/messages/all.ts";
import type { FeedbackPageModel, KeptReceipt, ReflectionsForm } from "#contract/pages.ts";
import { inviteUrl, paths, receiptUrl } from "#contract/paths.ts";
import {
  type FoundInvite,
  findFurtherLink,
  findInvite,
  type OpenInvite,
  requireOpenInvite,
} from "#server/access/open-invite.ts";
import type { ReceiptHasher } from "#server/access/receipt-hasher.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Db } from "#server/db/tables.ts";
import { declineInvite } from "#server/features/invites/people/decline-invite.ts";
import { reopenInvite } from "#server/features/invites/people/reopen-invite.ts";
import { clientAddress } from "#server/http/client-address.ts";
import { type Api, isInviteToken } from "#server/http/endpoint.ts";
import { toDomainError } from "#server/http/errors.ts";
import { htmlResponse } from "#server/http/pages/html.ts";
import { chosenLanguage, pageLanguage } from "#server/http/pages/page-language.ts";
import type { WebBuild } from "#server/http/pages/web-build.ts";
import { addressKey, createLimiter, requireAllowed } from "#server/http/rate-limits.ts";
import { readBody } from "#server/http/read-body.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { listAskedQuestions } from "./asked-questions.ts";
import { receiptRoutes } from "./receipt-routes.ts";
import {
  findPlace,
  formBytes,
  isInviteeError,
  readReflectionsForm,
  toSubmission,
} from "./reflections-form.ts";
import { submitFeedback } from "./submit-feedback.ts";

/**
 * Requests are counted per link, because a whole office may share one network address; unknown links per address.
 */
const rules = {
  invite_link: { points: 120, seconds: 60, store: "memory" },
  invite_unknown: { points: 60, seconds: 60, store: "memory" },
} as const;

type CardModel = Extract<FeedbackPageModel, { kind: "card" }>;

const cardStatuses: Record<LinkCard, number> = {
  invalid: 404,
  closed: 410,
  completed: 200,
  declined: 200,
  full: 409,
  turned_off: 410,
  unavailable: 503,
};

/** The private link and what it leads to: the invitee's pages and endpoints. */
export function feedbackRoutes(
  app: Hono<AppEnv>,
  api: Api,
  {
    db,
    kind,
    clock,
    web,
    config,
    insights,
    processor,
    secrets,
    receipts,
  }: {
    db: Db;
    kind: DatabaseKind;
    clock: Clock;
    secrets: Secrets;
    receipts: ReceiptHasher;
    web: WebBuild;
    config: { rateLimits: boolean; trustProxy: number; billing: BillingMode; publicUrl: string };
    /** Whether insights may read answers on this server, and who processes them. */
    insights: InsightsUse;
    /** The short name of the processor, as stored with a submission; null if there is none. */
    processor: string | null;
  },
): void {
  const submitDeps = { db, clock, secrets, receipts, processor };
  const limiter = createLimiter(rules, { db, kind, enabled: config.rateLimits });

  /** @throws DomainError rate_limited */
  async function find(c: Context<AppEnv>, inviteToken: string): Promise<FoundInvite> {
    const found: FoundInvite = isInviteToken(inviteToken)
      ? await findInvite({ db, secrets }, inviteToken, clock.now())
      : { state: "invalid" };
    if (found.state === "invalid" || found.state === "turned_off") {
      const visitor = addressKey(clientAddress(c, config.trustProxy));
      await requireAllowed(limiter, "invite_unknown", visitor);
    } else {
      c.set("visitedOwnerId", found.invite.owner_id);
      c.set("circleLanguage", found.invite.circle.language);
      await requireAllowed(limiter, "invite_link", found.invite.id);
    }
    return found;
  }

  api.on(readOpenInvite, async ({ c, invite_token }) =>
    createInviteView(requireOpenInvite(await find(c, invite_token))),
  );

  api.on(submitFeedbackEndpoint, async ({ c, invite_token, body }) =>
    submitFeedback(submitDeps, invite_token, await find(c, invite_token), body),
  );

  api.on(declineInviteEndpoint, async ({ c, invite_token }) => {
    await declineInvite(db, await find(c, invite_token));
    return { status: "declined" as const };
  });

  api.on(reopenInviteEndpoint, async ({ c, invite_token }) => {
    await reopenInvite(db, await find(c, invite_token));
    return { status: "pending" as const };
  });

  receiptRoutes(app, api, {
    ...{ db, kind, clock, secrets, receipts, web, insights },
    ...{ find, showFailure: failure, rateLimits: config.rateLimits },
  });

  async function page(
    c: Context<AppEnv>,
    model: FeedbackPageModel,
    status: number,
    language = pageLanguage(c),
  ): Promise<Response> {
    return htmlResponse(c, await web.pages.feedback(model, language, web.assets), {
      status,
      styles: web.styleHashes,
      scripts: web.scriptHashes,
    });
  }

  const card = (
    c: Context<AppEnv>,
    which: LinkCard,
    inviteToken?: string,
    {
      status = cardStatuses[which],
      unsent = [],
      ...more
    }: { status?: number; unsent?: string[] } & Pick<CardModel, "takes_code" | "further"> = {},
  ) =>
    page(
      c,
      {
        kind: "card",
        card: which,
        invite_token: inviteToken,
        unsent,
        ...more,
        insights,
        consented_processor: processor,
      },
      status,
    );

  /** The page for a failure. Failures that are not broken rules are logged. */
  function failure(c: Context<AppEnv>, error: unknown, inviteToken?: string): Promise<Response> {
    const { code } = toDomainError(error, c.var.log);
    return card(c, cardOfCode(code), inviteToken, { status: errorStatus(code) });
  }

  // People, mail scanners and previews open links, so reading one changes nothing.
  app.get(paths.invite, async (c) => {
    const inviteToken = c.req.query("token") ?? "";
    if (inviteToken === "") return c.redirect(paths.landing, 302);
    try {
      const found = await find(c, inviteToken);
      const further = await findFurtherLink(db, found, clock.now());
      const address = further && createReturnLink(c, further);
      if (found.state === "completed" && found.isOpen) {
        const { owner_name } = found.invite;
        return await card(c, "completed", inviteToken, {
          takes_code: true,
          ...(address && { further: { address, owner_name } }),
        });
      }
      // A browser carries the fragment over unless it gets one, and the code of the first questions opens nothing there.
      if (address !== undefined) return c.redirect(`${address}#`, 302);
      if (found.state !== "open") return await card(c, found.state, inviteToken);
      return await page(c, openModel(found.invite, inviteToken), 200);
    } catch (error) {
      return failure(c, error, inviteToken);
    }
  });

  app.get(paths.feedback, async (c) => {
    const inviteToken = c.req.query("token");
    if (inviteToken) return c.redirect(createReturnLink(c, inviteToken), 302);
    const model = { kind: "loading", insights, consented_processor: processor } as const;
    return page(c, model, 200, chosenLanguage(c) ?? "en");
  });

  /** The private link, in the language that was chosen instead of the paraline's. */
  function createReturnLink(c: Context<AppEnv>, inviteToken: string): string {
    const link = inviteUrl("", inviteToken);
    const chosen = chosenLanguage(c);
    const isOwn = chosen === undefined || chosen === c.get("circleLanguage");
    return isOwn ? link : withLanguage(link, chosen);
  }

  // This is the same form without JavaScript, or before it has loaded.
  app.post(paths.feedback, async (c) => {
    const form = readReflectionsForm(await readBody(c.req.raw, formBytes));
    const { invite_token } = form;
    c.set("postedLanguage", form.language);
    try {
      const found = await find(c, invite_token);
      switch (form.action) {
        case "decline":
          await declineInvite(db, found);
          return c.redirect(createReturnLink(c, invite_token), 303);
        case "reopen":
          await reopenInvite(db, found);
          return c.redirect(createReturnLink(c, invite_token), 303);
        default:
          return await submitForm(c, form.reflections, found);
      }
    } catch (error) {
      const { code } = toDomainError(error, c.var.log);
      const status = errorStatus(code);
      const unsent = form.action === "submit" ? listTexts(form.reflections) : [];
      if (unsent.length > 0 && cardOfCode(code) === "unavailable") {
        const { page: words, later } = inviteeMessages[pageLanguage(c)];
        const message = isInviteeError(code) ? later.errors[code] : words.submitFailed;
        return page(c, { kind: "unsent", form: form.reflections, message }, status);
      }
      return card(c, cardOfCode(code), invite_token, { status, unsent });
    }
  });

  async function submitForm(
    c: Context<AppEnv>,
    form: ReflectionsForm,
    found: FoundInvite,
  ): Promise<Response> {
    try {
      const language = pageLanguage(c);
      const submission = { ...toSubmission(form, found), language };
      const receipt = await submitFeedback(submitDeps, form.invite_token, found, submission);
      const privateLink = inLanguage(inviteUrl(config.publicUrl, form.invite_token), language);
      // Only this reply has the code. A reload posts the same again, and gets the same.
      return await thank(c, { ...receipt, link: receiptUrl(privateLink, receipt.code) }, language);
    } catch (error) {
      if (!(error instanceof DomainError) || found.state !== "open") throw error;
      const { code, path = [] } = error;
      // The questions as they are now have no field for an answer to one that has changed.
      if (!isInviteeError(code) || errorStatus(code) !== 422 || code === "question_unknown") {
        throw error;
      }
      const message = inviteeMessages[pageLanguage(c)].later.errors[code];
      const about = findPlace(path);
      const model = openModel(found.invite, form.invite_token);
      // The author has read what the page showed before the refusal.
      const consentedProcessor = findConsentedProcessor(form.consented_processor, processor);
      return page(
        c,
        { ...model, consented_processor: consentedProcessor, refused: { ...form, message, about } },
        422,
      );
    }
  }

  app.get(paths.thankYou, (c) => thank(c, undefined, chosenLanguage(c) ?? "en"));

  async function thank(c: Context<AppEnv>, receipt: KeptReceipt | undefined, language: Language) {
    return htmlResponse(c, await web.pages.thankYou(receipt, language, web.assets), {
      styles: web.styleHashes,
      scripts: web.scriptHashes,
    });
  }

  function openModel(
    invite: OpenInvite,
    inviteToken: string,
  ): Extract<FeedbackPageModel, { kind: "open" }> {
    return {
      kind: "open",
      invite_token: inviteToken,
      submission_key: randomUUID(),
      view: createInviteView(invite),
      insights,
      consented_processor: processor,
      refused: undefined,
    };
  }
}

function createInviteView({
  circle,
  is_further,
  owner_name,
  people_count,
}: OpenInvite): OpenInviteView {
  const questions = listAskedQuestions(circle.language, circle.questions);
  return { is_further, circle: { ...circle, questions }, owner_name, people_count };
}

function listTexts({ answers, encouragement }: ReflectionsForm): string[] {
  return [...Object.values(answers).map(String), encouragement].filter((text) => text !== "");
}
