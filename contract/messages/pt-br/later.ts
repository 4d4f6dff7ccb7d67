export * from "../en/later.ts";
