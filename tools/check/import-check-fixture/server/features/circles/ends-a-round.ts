// breaks: rounds-home
import { take } from "#server/access/encryption/waiting-answers.ts";
export const uses = take;
