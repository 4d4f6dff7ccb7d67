// breaks: feature-order-decisions
import { act } from "#server/features/exports/act.ts";
export const calls = act;
