import { DomainError } from "#contract/errors.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { operatorFrom } from "#server/access/operator.ts";
import { type OwnerId, ownerFrom } from "#server/access/owner.ts";
import type { AuthenticatedSession, SessionReader } from "#server/access/session.ts";
import type { Config } from "#server/config/config.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Db } from "#server/db/tables.ts";
import { clientAddress } from "./client-address.ts";
import type { RequestAccess } from "./endpoint.ts";
import { addressKey, createLimiter, requireAllowed } from "./rate-limits.ts";

/** Calls of `/api`, by owner, by each of their apps, or by network address, in memory. No limits of the product. */
const rules = {
  api_owner: { points: 900, seconds: 60, store: "memory" },
  api_app: { points: 300, seconds: 60, store: "memory" },
  api_address: { points: 300, seconds: 60, store: "memory" },
} as const;

export function createRequestAccess({
  sessions,
  db,
  kind,
  enabled,
  trustProxy,
  config,
  settle,
}: {
  sessions: SessionReader;
  db: Db;
  kind: DatabaseKind;
  enabled: boolean;
  trustProxy: number;
  config: Pick<Config, "adminEmails">;
  /** Does for an owner what is due, so that they read what is true even if the job that does it is late. */
  settle: (owner: OwnerId) => Promise<unknown>;
}): RequestAccess {
  const limiter = createLimiter(rules, { db, kind, enabled });
  const count = ({ user_id, app }: AuthenticatedSession) =>
    app
      ? requireAllowed(limiter, "api_app", `${user_id} ${app.client_id}`)
      : requireAllowed(limiter, "api_owner", user_id);
  const authenticateAndCount = async (authorization: string | undefined) => {
    const session = await sessions.authenticate(authorization);
    await count(session);
    return session;
  };
  return {
    async owner(authorization, scopes, { isCounted }) {
      const session = await sessions.authenticate(authorization, scopes);
      if (isCounted) await count(session);
      const owner = ownerFrom(session);
      if (isCounted) await settle(owner);
      return { owner, session };
    },
    async operator(authorization) {
      const session = await authenticateAndCount(authorization).catch((error: unknown) => {
        throw isRefusal(error) ? new DomainError("not_found") : error;
      });
      return { operator: await operatorFrom({ db, config }, session), session };
    },
    limit: (c) => requireAllowed(limiter, "api_address", addressKey(clientAddress(c, trustProxy))),
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof DomainError || (error instanceof AuthError && error.status < 500);
}
