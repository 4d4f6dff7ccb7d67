import { deps } from "#server/deps.ts";
export const testDatabase = deps;
