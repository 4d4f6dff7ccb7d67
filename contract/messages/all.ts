import type { Language } from "../languages.ts";
import { emails as emailsAr } from "./ar/emails.ts";
import { forms as formsAr } from "./ar/forms.ts";
import { later as laterAr } from "./ar/later.ts";
import { page as pageAr } from "./ar/page.ts";
import { templates as templatesAr } from "./ar/templates.ts";
import { emails as emailsDe } from "./de/emails.ts";
import { forms as formsDe } from "./de/forms.ts";
import { later as laterDe } from "./de/later.ts";
import { page as pageDe } from "./de/page.ts";
import { templates as templatesDe } from "./de/templates.ts";
import { type EmailTexts, emails as emailsEn } from "./en/emails.ts";
import { type FormMessages, forms as formsEn } from "./en/forms.ts";
import { type LaterMessages, later as laterEn } from "./en/later.ts";
import { type PageMessages, page as pageEn } from "./en/page.ts";
import { type TemplateTexts, templates as templatesEn } from "./en/templates.ts";
import { emails as emailsEs } from "./es/emails.ts";
import { forms as formsEs } from "./es/forms.ts";
import { later as laterEs } from "./es/later.ts";
import { page as pageEs } from "./es/page.ts";
import { templates as templatesEs } from "./es/templates.ts";
import { emails as emailsFr } from "./fr/emails.ts";
import { forms as formsFr } from "./fr/forms.ts";
import { later as laterFr } from "./fr/later.ts";
import { page as pageFr } from "./fr/page.ts";
import { templates as templatesFr } from "./fr/templates.ts";
import { emails as emailsIt } from "./it/emails.ts";
import { forms as formsIt } from "./it/forms.ts";
import { later as laterIt } from "./it/later.ts";
import { page as pageIt } from "./it/page.ts";
import { templates as templatesIt } from "./it/templates.ts";
import { emails as emailsJa } from "./ja/emails.ts";
import { forms as formsJa } from "./ja/forms.ts";
import { later as laterJa } from "./ja/later.ts";
import { page as pageJa } from "./ja/page.ts";
import { templates as templatesJa } from "./ja/templates.ts";
import { emails as emailsNl } from "./nl/emails.ts";
import { forms as formsNl } from "./nl/forms.ts";
import { later as laterNl } from "./nl/later.ts";
import { page as pageNl } from "./nl/page.ts";
import { templates as templatesNl } from "./nl/templates.ts";
import { emails as emailsPl } from "./pl/emails.ts";
import { forms as formsPl } from "./pl/forms.ts";
import { later as laterPl } from "./pl/later.ts";
import { page as pagePl } from "./pl/page.ts";
import { templates as templatesPl } from "./pl/templates.ts";
import { emails as emailsPtBr } from "./pt-br/emails.ts";
import { forms as formsPtBr } from "./pt-br/forms.ts";
import { later as laterPtBr } from "./pt-br/later.ts";
import { page as pagePtBr } from "./pt-br/page.ts";
import { templates as templatesPtBr } from "./pt-br/templates.ts";
import { emails as emailsTr } from "./tr/emails.ts";
import { forms as formsTr } from "./tr/forms.ts";
import { later as laterTr } from "./tr/later.ts";
import { page as pageTr } from "./tr/page.ts";
import { templates as templatesTr } from "./tr/templates.ts";

/** What invitees read. Each other language has the same as English. */
export interface InviteeMessages {
  page: PageMessages;
  later: LaterMessages;
  forms: FormMessages;
  emails: EmailTexts;
  templates: TemplateTexts;
}

/** Only the server loads every language: a page's script has one. */
export const inviteeMessages: Record<Language, InviteeMessages> = {
  en: { page: pageEn, later: laterEn, forms: formsEn, emails: emailsEn, templates: templatesEn },
  de: { page: pageDe, later: laterDe, forms: formsDe, emails: emailsDe, templates: templatesDe },
  es: { page: pageEs, later: laterEs, forms: formsEs, emails: emailsEs, templates: templatesEs },
  fr: { page: pageFr, later: laterFr, forms: formsFr, emails: emailsFr, templates: templatesFr },
  "pt-BR": {
    page: pagePtBr,
    later: laterPtBr,
    forms: formsPtBr,
    emails: emailsPtBr,
    templates: templatesPtBr,
  },
  it: { page: pageIt, later: laterIt, forms: formsIt, emails: emailsIt, templates: templatesIt },
  nl: { page: pageNl, later: laterNl, forms: formsNl, emails: emailsNl, templates: templatesNl },
  pl: { page: pagePl, later: laterPl, forms: formsPl, emails: emailsPl, templates: templatesPl },
  tr: { page: pageTr, later: laterTr, forms: formsTr, emails: emailsTr, templates: templatesTr },
  ja: { page: pageJa, later: laterJa, forms: formsJa, emails: emailsJa, templates: templatesJa },
  ar: { page: pageAr, later: laterAr, forms: formsAr, emails: emailsAr, templates: templatesAr },
};
