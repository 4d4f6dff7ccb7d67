// breaks: rooms-call-verbs
import { routes } from "#server/features/auth/routes.ts";
export const calls = routes;
