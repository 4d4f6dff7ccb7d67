// breaks: testing-is-for-tests
import { testDatabase } from "#server/testing/db.ts";
export const uses = testDatabase;
