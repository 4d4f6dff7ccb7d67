// breaks: ciphers-home
import { cipher } from "#server/access/encryption/circle-cipher.ts";
export const uses = cipher;
