// breaks: feature-order-notifications
import { act } from "#server/features/account/act.ts";
export const calls = act;
