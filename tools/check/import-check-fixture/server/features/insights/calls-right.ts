// breaks: feature-order-insights
import { act } from "#server/features/decisions/act.ts";
export const calls = act;
