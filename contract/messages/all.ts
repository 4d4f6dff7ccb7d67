import type { Language } from "../languages.ts";
import { forms as formsAr } from "./ar/forms.ts";
import { later as laterAr } from "./ar/later.ts";
import { page as pageAr } from "./ar/page.ts";
import { forms as formsDe } from "./de/forms.ts";
import { later as laterDe } from "./de/later.ts";
import { page as pageDe } from "./de/page.ts";
import { forms as formsEn } from "./en/forms.ts";
import { later as laterEn } from "./en/later.ts";
import { page as pageEn } from "./en/page.ts";
import { forms as formsEs } from "./es/forms.ts";
import { later as laterEs } from "./es/later.ts";
import { page as pageEs } from "./es/page.ts";
import { forms as formsFr } from "./fr/forms.ts";
import { later as laterFr } from "./fr/later.ts";
import { page as pageFr } from "./fr/page.ts";
import { forms as formsIt } from "./it/forms.ts";
import { later as laterIt } from "./it/later.ts";
import { page as pageIt } from "./it/page.ts";
import { forms as formsJa } from "./ja/forms.ts";
import { later as laterJa } from "./ja/later.ts";
import { page as pageJa } from "./ja/page.ts";
import { forms as formsNl } from "./nl/forms.ts";
import { later as laterNl } from "./nl/later.ts";
import { page as pageNl } from "./nl/page.ts";
import { forms as formsPl } from "./pl/forms.ts";
import { later as laterPl } from "./pl/later.ts";
import { page as pagePl } from "./pl/page.ts";
import { forms as formsPtBr } from "./pt-br/forms.ts";
import { later as laterPtBr } from "./pt-br/later.ts";
import { page as pagePtBr } from "./pt-br/page.ts";
import { forms as formsTr } from "./tr/forms.ts";
import { later as laterTr } from "./tr/later.ts";
import { page as pageTr } from "./tr/page.ts";

/** What invitees read. Each other language has the same as English. */
export interface InviteeMessages {
  page: PageMessages;
  later: LaterMessages;
  forms: FormMessages;
}
export type PageMessages = typeof pageEn;
export type LaterMessages = typeof laterEn;
export type FormMessages = typeof formsEn;

/** Only the server loads every language: a page's script has one. */
export const inviteeMessages: Record<Language, InviteeMessages> = {
  en: { page: pageEn, later: laterEn, forms: formsEn },
  de: { page: pageDe, later: laterDe, forms: formsDe },
  es: { page: pageEs, later: laterEs, forms: formsEs },
  fr: { page: pageFr, later: laterFr, forms: formsFr },
  "pt-BR": { page: pagePtBr, later: laterPtBr, forms: formsPtBr },
  it: { page: pageIt, later: laterIt, forms: formsIt },
  nl: { page: pageNl, later: laterNl, forms: formsNl },
  pl: { page: pagePl, later: laterPl, forms: formsPl },
  tr: { page: pageTr, later: laterTr, forms: formsTr },
  ja: { page: pageJa, later: laterJa, forms: formsJa },
  ar: { page: pageAr, later: laterAr, forms: formsAr },
};
