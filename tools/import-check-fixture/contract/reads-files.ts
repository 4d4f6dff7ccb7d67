// breaks: contract-imports-only-zod
import { readFileSync } from "node:fs";
export const read = readFileSync;
