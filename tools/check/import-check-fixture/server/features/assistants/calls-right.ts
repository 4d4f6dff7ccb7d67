// breaks: feature-order-assistants
import { act } from "#server/features/admin/act.ts";
export const calls = act;
