// breaks: key-work-home
import { rewrap } from "#server/access/rewrap-keys.ts";
export const uses = rewrap;
