// breaks: feature-order-covers
import { act } from "#server/features/invites/act.ts";
export const calls = act;
