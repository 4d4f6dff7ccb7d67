import { readAdminOverview } from "#contract/admin/overview.ts";
import type { Api } from "#server/http/endpoint.ts";
import { type AdminDeps, readOverview } from "./read-overview.ts";

/** Adds the routes only if there are operators. Otherwise their addresses are unknown ones. */
export function adminRoutes(api: Api, deps: AdminDeps): void {
  const startedAt = new Date(Date.now() - process.uptime() * 1000);
  api.on(readAdminOverview, async ({ operator }) => readOverview(deps, operator, startedAt));
}
