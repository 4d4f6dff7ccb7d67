import { cipher } from "./circle-cipher.ts";
export const rewrap = cipher;
