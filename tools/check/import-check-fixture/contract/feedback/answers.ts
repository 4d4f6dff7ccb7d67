import type { schema } from "../schema.ts";
export type Answer = typeof schema;
