import { z } from "zod";
import { languages } from "./languages.ts";

/** In which the people asked are addressed. It is apart from the list, because invitees' pages load no zod. */
export const languageSchema = z.enum(languages);
