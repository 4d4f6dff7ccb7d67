import { testDatabase } from "#server/testing/db.ts";
export const tested = testDatabase;
