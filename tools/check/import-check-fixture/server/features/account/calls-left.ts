import { act } from "#server/features/auth/act.ts";
export const calls = act;
