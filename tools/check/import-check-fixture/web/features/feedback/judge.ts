import { z } from "zod";
export const judge = z;
