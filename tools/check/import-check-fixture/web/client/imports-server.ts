// breaks: web-never-imports-server
import type { config } from "#server/config/config.ts";
export type Config = typeof config;
