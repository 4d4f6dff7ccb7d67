export * from "../en/page.ts";
