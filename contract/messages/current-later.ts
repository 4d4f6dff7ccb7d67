/** The same for what a script loads later. */
export { later } from "./en/later.ts";
