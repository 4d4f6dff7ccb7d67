import { address } from "../links/address.ts";
export const start = address;
