// breaks: late-reads-home
import { readLate } from "#server/db/replica/read-late.ts";
export const uses = readLate;
