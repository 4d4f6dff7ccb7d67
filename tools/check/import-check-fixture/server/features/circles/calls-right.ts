// breaks: feature-order-circles
import { act } from "#server/features/billing/act.ts";
export const calls = act;
