import type { Context } from "hono";
import { DomainError } from "#contract/errors.ts";
import { ownerFrom } from "#server/access/owner.ts";
import type { SessionReader } from "#server/access/session.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Db } from "#server/db/tables.ts";
import { clientAddress } from "./client-address.ts";
import type { OwnerCall, RequestAccess } from "./endpoint.ts";
import { addressKey, createLimiter } from "./limits.ts";
import type { AppEnv } from "./request-context.ts";

/** Calls of `/api`: by owner where there is one, and each of their apps by itself; else by address. Counted in memory; no limit of the product itself. */
const rules = {
  api_owner: { points: 900, seconds: 60, store: "memory" },
  api_app: { points: 300, seconds: 60, store: "memory" },
  api_address: { points: 300, seconds: 60, store: "memory" },
} as const;

/** Decides who is asking, and how often they may. */
export function createRequestAccess({
  sessions,
  db,
  kind,
  enabled,
  trustProxy,
}: {
  sessions: SessionReader;
  db: Db;
  kind: DatabaseKind;
  enabled: boolean;
  trustProxy: number;
}): RequestAccess {
  const limiter = createLimiter(rules, { db, kind, enabled });
  const count = (c: Context<AppEnv>, caller: OwnerCall | undefined) => {
    if (caller === undefined) {
      return limiter.consume("api_address", addressKey(clientAddress(c, trustProxy)));
    }
    const { owner, session } = caller;
    return session.app
      ? limiter.consume("api_app", `${owner} ${session.app.client_id}`)
      : limiter.consume("api_owner", owner);
  };
  return {
    async owner(authorization, scopes) {
      const session = await sessions.authenticate(authorization, scopes);
      return { owner: ownerFrom(session), session };
    },
    async limit(_endpoint, c: Context<AppEnv>, caller) {
      const verdict = await count(c, caller);
      if (!verdict.allowed) {
        throw new DomainError("rate_limited", { retry_after_seconds: verdict.retry_after_seconds });
      }
    },
  };
}
