// breaks: server-order-2
import type { owner } from "#server/access/owner.ts";
export type Owner = typeof owner;
