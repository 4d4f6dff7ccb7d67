// breaks: feature-order-decisions
import { act } from "#server/features/notifications/act.ts";
export const calls = act;
