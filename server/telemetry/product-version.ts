import { readFileSync } from "node:fs";
import { z } from "zod";

const manifest = z.object({ version: z.string() });

/** Of package.json, which is two folders above this file, as above the built server. */
export const productVersion = manifest.parse(
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")),
).version;
