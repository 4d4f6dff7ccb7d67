// breaks: contract-imports-little
import { readFileSync } from "node:fs";
export const read = readFileSync;
