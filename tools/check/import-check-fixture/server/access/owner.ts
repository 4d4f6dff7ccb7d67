import { open } from "#server/db/open.ts";
export const owner = open;
