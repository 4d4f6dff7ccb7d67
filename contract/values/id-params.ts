import { z } from "zod";

/** The parameters of an address with one id. A malformed id is treated like an unknown one. */
export const idParams = z.object({ id: z.uuid() });
