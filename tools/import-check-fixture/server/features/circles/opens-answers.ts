// breaks: ciphers-home
import { cipher } from "#server/access/circle-cipher.ts";
export const uses = cipher;
