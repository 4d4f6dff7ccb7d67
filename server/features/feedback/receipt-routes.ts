import type { Context, Hono } from "hono";
import { DomainError, errorStatus } from "#contract/errors.ts";
import {
  changeReflections as changeReflectionsEndpoint,
  type ReflectionsView,
  readReflections as readReflectionsEndpoint,
  withdrawReflections as withdrawReflectionsEndpoint,
} from "#contract/feedback/receipts.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import { inviteeMessages } from "#contract/messages/all.ts";
import type { ReceiptPageModel, ReflectionsForm, RefusedForm } from "#contract/pages.ts";
import { paths } from "#contract/paths.ts";
import { hourMs, secondMs } from "#contract/values/durations.ts";
import {
  type AuthoredReflections,
  requireLinkForCode,
} from "#server/access/authored-reflections.ts";
import type { FoundInvite } from "#server/access/open-invite.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Api } from "#server/http/endpoint.ts";
import { htmlResponse } from "#server/http/pages/html.ts";
import { pageLanguage } from "#server/http/pages/page-language.ts";
import type { WebBuild } from "#server/http/pages/web-build.ts";
import { createLimiter } from "#server/http/rate-limits.ts";
import { readBody } from "#server/http/read-body.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import { listAskedQuestions } from "./asked-questions.ts";
import {
  changeReflections,
  type ReceiptDeps,
  readReflections,
  withdrawReflections,
} from "./receipts.ts";
import {
  findPlace,
  formBytes,
  isInviteeError,
  readReflectionsForm,
  toSubmission,
} from "./reflections-form.ts";

/** Wrong codes by link. In memory, because nothing stored may say who has tried one, and so has answered. */
const rules = {
  receipt_wrong: { points: limits.receiptTriesAnHour, seconds: hourMs / secondMs, store: "memory" },
} as const;

/** What the holder of a receipt can do with what they wrote. */
export function receiptRoutes(
  app: Hono<AppEnv>,
  api: Api,
  {
    find,
    showFailure,
    rateLimits,
    web,
    insights,
    ...deps
  }: {
    kind: DatabaseKind;
    find: (c: Context<AppEnv>, inviteToken: string) => Promise<FoundInvite>;
    /** The page for a failure. */
    showFailure: (c: Context<AppEnv>, error: unknown, inviteToken: string) => Promise<Response>;
    rateLimits: boolean;
    web: WebBuild;
    insights: InsightsUse;
  } & ReceiptDeps,
): void {
  const limiter = createLimiter(rules, { ...deps, enabled: rateLimits });

  /** @throws DomainError receipt_tries_exhausted, and what `work` throws */
  async function withCode<Result>(
    found: FoundInvite,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { id } = requireLinkForCode(found);
    const { allowed, retry_after_seconds } = await limiter.consume("receipt_wrong", id);
    if (!allowed) throw new DomainError("receipt_tries_exhausted", { retry_after_seconds });
    let isWrong = false;
    try {
      return await work();
    } catch (error) {
      isWrong = error instanceof DomainError && error.code === "receipt_wrong";
      throw error;
    } finally {
      if (!isWrong) await limiter.giveBack("receipt_wrong", id);
    }
  }

  api.on(readReflectionsEndpoint, async ({ c, invite_token, body }) => {
    const found = await find(c, invite_token);
    return toView(await withCode(found, () => readReflections(deps, found, body.code)));
  });

  api.on(changeReflectionsEndpoint, async ({ c, invite_token, body: { code, ...writing } }) => {
    const found = await find(c, invite_token);
    return toView(await withCode(found, () => changeReflections(deps, found, code, writing)));
  });

  api.on(withdrawReflectionsEndpoint, async ({ c, invite_token, body }) => {
    const found = await find(c, invite_token);
    await withCode(found, () => withdrawReflections(deps, found, body.code));
    return { status: "withdrawn" as const };
  });

  async function show(c: Context<AppEnv>, model: ReceiptPageModel, status = 200) {
    const html = await web.pages.receipt(model, pageLanguage(c), web.assets);
    return htmlResponse(c, html, { status, styles: web.styleHashes });
  }

  // After a reload or a sign in the address bar; the page itself is only the reply to a form.
  app.get(paths.receipt, (c) => c.redirect(paths.feedback, 302));

  app.post(paths.receipt, async (c) => {
    const form = readReflectionsForm(await readBody(c.req.raw, formBytes));
    const { action, code, invite_token } = form;
    c.set("postedLanguage", form.language);
    const showWritten = (authored: AuthoredReflections, refused?: RefusedForm) =>
      show(
        c,
        {
          ...{ state: "read", invite_token, code, insights, refused },
          stored: toView(authored),
          owner_name: authored.invite.owner_name,
          is_anonymous: authored.invite.circle.is_anonymous,
          is_further: authored.invite.is_further,
          isSaved: action === "change" && refused === undefined,
        },
        refused === undefined ? 200 : 422,
      );
    try {
      const found = await find(c, invite_token);
      switch (action) {
        case "withdraw":
          await withCode(found, () => withdrawReflections(deps, found, code));
          return await show(c, { state: "withdrawn", invite_token });
        case "change":
          try {
            const writing = toSubmission(form.reflections, found);
            return await showWritten(
              await withCode(found, () => changeReflections(deps, found, code, writing)),
            );
          } catch (error) {
            const refused = describeRefusal(error, form.reflections, pageLanguage(c));
            if (refused === undefined) throw error;
            return await showWritten(
              await withCode(found, () => readReflections(deps, found, code)),
              refused,
            );
          }
        default:
          return await showWritten(await withCode(found, () => readReflections(deps, found, code)));
      }
    } catch (error) {
      if (!(error instanceof DomainError)) return showFailure(c, error, invite_token);
      if (error.code !== "receipt_wrong" && error.code !== "receipt_tries_exhausted")
        return showFailure(c, error, invite_token);
      const message = inviteeMessages[pageLanguage(c)].later.errors[error.code];
      return show(c, { state: "ask", invite_token, message }, errorStatus(error.code));
    }
  });
}

/** What to say about answers that break a rule; undefined for other errors. */
function describeRefusal(
  error: unknown,
  { answers, encouragement, use_in_insights }: ReflectionsForm,
  language: Language,
): RefusedForm | undefined {
  if (!(error instanceof DomainError) || !isInviteeError(error.code)) return undefined;
  if (errorStatus(error.code) !== 422) return undefined;
  const message = inviteeMessages[language].later.errors[error.code];
  const about = findPlace(error.path);
  return { answers, encouragement, use_in_insights, message, about };
}

function toView({ invite, questions, written }: AuthoredReflections): ReflectionsView {
  const { answers, note, use_in_insights } = written;
  return {
    questions: listAskedQuestions(invite.circle.language, questions),
    answers,
    encouragement: note,
    use_in_insights,
  };
}
