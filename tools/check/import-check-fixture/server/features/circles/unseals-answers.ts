// breaks: sealed-answers-home
import { unseal } from "#server/access/encryption/sealed-answers.ts";
export const uses = unseal;
