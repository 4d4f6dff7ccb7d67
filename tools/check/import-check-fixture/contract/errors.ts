// breaks: light-contract-files
import { schema } from "./schema.ts";
export const errors = schema;
