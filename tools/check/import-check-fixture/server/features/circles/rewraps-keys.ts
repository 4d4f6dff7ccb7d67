// breaks: key-work-home
import { rewrap } from "#server/access/encryption/rewrap-keys.ts";
export const uses = rewrap;
