import { take } from "#server/access/encryption/sealed-answers.ts";
export const uses = take;
