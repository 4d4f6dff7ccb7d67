// breaks: server-never-imports-web
import type { button } from "#web/ui/button.ts";
export type Button = typeof button;
