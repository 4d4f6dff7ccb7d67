import type { BillingMode } from "#contract/billing/billing.ts";
import {
  closeCircle as closeCircleEndpoint,
  createCircle as createCircleEndpoint,
  deleteCircle as deleteCircleEndpoint,
  duplicateCircle as duplicateCircleEndpoint,
  listCircles as listCirclesEndpoint,
  readCircle as readCircleEndpoint,
  reopenCircle as reopenCircleEndpoint,
  switchOpenLink as switchOpenLinkEndpoint,
  updateCircle as updateCircleEndpoint,
} from "#contract/circles/circles.ts";
import {
  askFurtherQuestion as askFurtherQuestionEndpoint,
  listFurtherQuestions as listFurtherQuestionsEndpoint,
} from "#contract/circles/further-questions.ts";
import { fixCircle } from "#server/access/fix-circle.ts";
import { type CircleScope, lockOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import type { Api } from "#server/http/endpoint.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { closeOwnCircle } from "./close-circle.ts";
import { createCircle } from "./create-circle.ts";
import { deleteCircle } from "./delete-circle.ts";
import { duplicateCircle } from "./duplicate-circle.ts";
import { askFurtherQuestion, listFurtherQuestions } from "./further-questions.ts";
import { setLinkOpen, setLinkRevoked } from "./queries.ts";
import { listCircles, readCircle } from "./read-circles.ts";
import { reopenCircle } from "./reopen-circle.ts";
import { updateCircle } from "./update-circle.ts";

export function circleRoutes(
  api: Api,
  deps: {
    db: Db;
    jobs: Jobs;
    clock: Clock;
    covers: CoverStore;
    secrets: Secrets;
    config: { rateLimits: boolean; onLoopback: boolean; billing: BillingMode };
  },
): void {
  const { db, clock } = deps;
  const { billing } = deps.config;
  const reader = (owner: OwnerId) => ({ owner, billing, now: clock.now() });
  const read = async (owner: OwnerId, id: string, which?: CircleScope) => ({
    circle: await readCircle(db, reader(owner), id, which),
  });

  api.on(listCirclesEndpoint, async ({ owner, query }) => ({
    circles: await listCircles(db, reader(owner), query.status),
  }));

  api.on(readCircleEndpoint, ({ owner, params }) => read(owner, params.id));

  api.on(createCircleEndpoint, async ({ owner, body }) =>
    read(owner, await createCircle(deps, owner, body)),
  );

  api.on(updateCircleEndpoint, async ({ owner, params, body }) => {
    await updateCircle(deps, owner, params.id, body);
    return read(owner, params.id);
  });

  api.on(closeCircleEndpoint, async ({ owner, params }) => {
    await closeOwnCircle(deps, owner, params.id);
    return read(owner, params.id, "any");
  });

  api.on(reopenCircleEndpoint, async ({ owner, params, body }) => {
    await reopenCircle(deps, owner, params.id, body.deadline);
    return read(owner, params.id);
  });

  api.on(listFurtherQuestionsEndpoint, ({ owner, params }) =>
    listFurtherQuestions(deps, owner, params.id),
  );

  api.on(askFurtherQuestionEndpoint, ({ owner, params, body }) =>
    askFurtherQuestion(deps, owner, params.id, body),
  );

  api.on(duplicateCircleEndpoint, async ({ owner, params, body }) =>
    read(owner, await duplicateCircle(deps, owner, params.id, body)),
  );

  api.on(deleteCircleEndpoint, async ({ owner, params, body }) => {
    await deleteCircle(deps, owner, params.id, body.title);
    return { status: "deleted" as const };
  });

  api.on(switchOpenLinkEndpoint, async ({ owner, params, body }) => {
    await switchOpenLink(deps, owner, params.id, body.open);
    return read(owner, params.id);
  });
}

/**
 * Opens the share link to anyone, or restricts it to invited people, which ends the joins that were not submitted.
 * Reopening makes room if the link is full. Source: docs/product.md, The share link.
 * @throws DomainError circle_not_found
 */
async function switchOpenLink(
  { db, clock }: { db: Db; clock: Clock },
  owner: OwnerId,
  circleId: string,
  open: boolean,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const circle = await lockOwnedCircle(tx, owner, circleId);
    if ((circle.open_link === "open") === open) return;
    if (open) await fixCircle(tx, circle.id, clock.now());
    await (open ? setLinkOpen : setLinkRevoked)(tx, circle, clock.now());
  });
}
