/** The language of a script: English, unless the build of another language replaces it. Source: docs/languages.md. */
export { page } from "./en/page.ts";
