import type { Context } from "hono";
import { DomainError } from "#contract/errors.ts";
import {
  changeOwnAnswer as changeOwnAnswerEndpoint,
  type OwnAnswerView,
  readOwnAnswer as readOwnAnswerEndpoint,
  withdrawOwnAnswer as withdrawOwnAnswerEndpoint,
} from "#contract/feedback/own-answer.ts";
import { limits } from "#contract/limits.ts";
import { hourMs, secondMs } from "#contract/values/durations.ts";
import type { FoundInvite } from "#server/access/open-invite.ts";
import { type OwnAnswer, requireTryable } from "#server/access/own-answer.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Api } from "#server/http/endpoint.ts";
import { createLimiter } from "#server/http/rate-limits.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import { listAskedQuestions } from "./asked-questions.ts";
import {
  changeOwnAnswer,
  type ReceiptDeps,
  readOwnAnswer,
  withdrawOwnAnswer,
} from "./own-answer.ts";

/** Wrong codes by link. In memory, because nothing stored may say who has tried one, and so has answered. */
const rules = {
  receipt_wrong: { points: limits.receiptTriesAnHour, seconds: hourMs / secondMs, store: "memory" },
} as const;

/** What the holder of a receipt can do with what they wrote. */
export function ownAnswerRoutes(
  api: Api,
  {
    find,
    rateLimits,
    ...deps
  }: {
    kind: DatabaseKind;
    find: (c: Context<AppEnv>, inviteToken: string) => Promise<FoundInvite>;
    rateLimits: boolean;
  } & ReceiptDeps,
): void {
  const limiter = createLimiter(rules, { ...deps, enabled: rateLimits });

  /** @throws DomainError receipt_tries_exhausted, and what `work` throws */
  async function tryCode<Result>(
    found: FoundInvite,
    work: (found: FoundInvite) => Promise<Result>,
  ): Promise<Result> {
    const { id } = requireTryable(found);
    const { allowed, retry_after_seconds } = await limiter.consume("receipt_wrong", id);
    if (!allowed) throw new DomainError("receipt_tries_exhausted", { retry_after_seconds });
    let isWrong = false;
    try {
      return await work(found);
    } catch (error) {
      isWrong = error instanceof DomainError && error.code === "receipt_wrong";
      throw error;
    } finally {
      if (!isWrong) await limiter.giveBack("receipt_wrong", id);
    }
  }

  api.on(readOwnAnswerEndpoint, async ({ c, invite_token, body }) =>
    toView(
      await tryCode(await find(c, invite_token), (found) => readOwnAnswer(deps, found, body.code)),
    ),
  );

  api.on(changeOwnAnswerEndpoint, async ({ c, invite_token, body: { code, ...writing } }) =>
    toView(
      await tryCode(await find(c, invite_token), (found) =>
        changeOwnAnswer(deps, found, code, writing),
      ),
    ),
  );

  api.on(withdrawOwnAnswerEndpoint, async ({ c, invite_token, body }) => {
    await tryCode(await find(c, invite_token), (found) =>
      withdrawOwnAnswer(deps, found, body.code),
    );
    return { status: "withdrawn" as const };
  });
}

function toView({ invite, questions, written }: OwnAnswer): OwnAnswerView {
  const { answers, note, use_in_insights } = written;
  return {
    questions: listAskedQuestions(invite.circle.language, questions),
    answers,
    encouragement: note,
    use_in_insights,
  };
}
