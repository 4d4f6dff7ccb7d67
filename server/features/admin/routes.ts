import { readAdminOverview } from "#contract/admin/overview.ts";
import type { Api } from "#server/http/endpoint.ts";
import { type AdminDeps, readOverview } from "./read-overview.ts";

/** Only where there are operators: without them its address is unknown. */
export function adminRoutes(api: Api, deps: AdminDeps): void {
  const startedAt = new Date(Date.now() - process.uptime() * 1000);
  api.on(readAdminOverview, async ({ operator }) => readOverview(deps, operator, startedAt));
}
