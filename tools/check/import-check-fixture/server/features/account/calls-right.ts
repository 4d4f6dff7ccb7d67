// breaks: feature-order-account
import { act } from "#server/features/assistants/act.ts";
export const calls = act;
