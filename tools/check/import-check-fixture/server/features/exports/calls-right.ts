// breaks: feature-order-exports
import { act } from "#server/features/notifications/act.ts";
export const calls = act;
