// breaks: web-runs-in-the-browser
import { readFileSync } from "node:fs";
export const read = readFileSync;
