import { take } from "#server/access/waiting-answers.ts";
export const uses = take;
