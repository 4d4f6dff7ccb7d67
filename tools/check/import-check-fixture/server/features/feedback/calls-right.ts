// breaks: feature-order-feedback
import { act } from "#server/features/circles/act.ts";
export const calls = act;
