import type { Language } from "../../languages.ts";
import { emails as ar } from "./ar.ts";
import { emails as de } from "./de.ts";
import { type EmailTexts, emails as en } from "./en.ts";
import { emails as es } from "./es.ts";
import { emails as fr } from "./fr.ts";
import { emails as it } from "./it.ts";
import { emails as ja } from "./ja.ts";
import { emails as nl } from "./nl.ts";
import { emails as pl } from "./pl.ts";
import { emails as ptBR } from "./pt-br.ts";
import { emails as tr } from "./tr.ts";

/** What emails to invitees say, by the language of their paraline. */
export const emailTexts: Record<Language, EmailTexts> = {
  en,
  de,
  es,
  fr,
  "pt-BR": ptBR,
  it,
  nl,
  pl,
  tr,
  ja,
  ar,
};
