// breaks: feature-order-auth
import { act } from "#server/features/covers/act.ts";
export const calls = act;
