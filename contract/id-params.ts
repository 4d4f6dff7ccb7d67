import { z } from "zod";

/** The parameters of an address with one id in it. A malformed id is answered like one that nobody has. */
export const idParams = z.object({ id: z.uuid() });
