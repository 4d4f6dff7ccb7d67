// breaks: heavy-thread-has-plain-data
import { open } from "#server/db/open.ts";
export const thread = open;
