// breaks: feature-order-invites
import { act } from "#server/features/feedback/act.ts";
export const calls = act;
