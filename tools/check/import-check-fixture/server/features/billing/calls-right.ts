// breaks: feature-order-billing
import { act } from "#server/features/insights/act.ts";
export const calls = act;
