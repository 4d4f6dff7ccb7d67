import { check } from "./sessions/check.ts";
export const helper = check;
