// breaks: features-call-actions
import { routes } from "#server/features/auth/routes.ts";
export const calls = routes;
