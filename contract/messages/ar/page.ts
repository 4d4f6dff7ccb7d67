import type { Language } from "../../languages.ts";
import type { PageMessages } from "../en/page.ts";
import { formatShortDay } from "../format-in.ts";
import { plural } from "../plural.ts";

const locale = "ar-u-nu-latn";

export const page = {
  language: "ar" as Language,
  skip: "الانتقال إلى المحتوى",
  home: "Paraline، الصفحة الرئيسية",
  progress: "التقدّم",
  percent: (value: number) => `${value}\u200e%\u200e`,
  characters: (count: number, limit: number) =>
    `${count.toLocaleString(locale)} من ${limit.toLocaleString(locale)} حرف`,
  day: (day: string) => formatShortDay(locale, day),

  privateTo: (owner: string | null) => (owner === null ? "خاص" : `خاص إلى ${owner}`),
  loading: "جارٍ التحميل…",
  loadingWithoutScript: "يُرجى فتح رابطك الخاص مجددًا، فهو يعمل من دون JavaScript.",
  loadFailed: "تعذّر التحميل. يُرجى التحقق من رابطك.",
  choiceFailed: "تعذّر الإرسال. تُرجى المحاولة مجددًا.",
  submitFailed: "تعذّر إرسال إجاباتك. تُرجى المحاولة مجددًا.",
  submitted: "أُرسلت إجاباتك بنجاح!",

  aboutLabel: "عن هذه الاستشارة",
  from: (owner: string | null) => `من ${owner ?? "شخص يقدّر رأيك"}`,
  exploring: "موضوع الاستشارة",
  asking: "المطلوب منك",
  readAll: "عرض النص كاملًا",
  showLess: "عرض أقل",
  takes: (minutes: string) => `تستغرق الإجابة نحو ${minutes.replace("-", " إلى ")} دقائق`,
  whoReads: "من يقرأ الإجابات",
  readersNamed: (owner: string | null) =>
    `لا أحد سوى ${owner ?? "الشخص الذي دعاك"}، مع ظهور اسمك الأول بجانب إجاباتك.`,
  readersNamedAndModel: (owner: string | null, model: string) =>
    `لا أحد سوى ${owner ?? "الشخص الذي دعاك"} ونموذج ذكاء اصطناعي (${isolated(model)}) لإعداد الخلاصة، مع ظهور اسمك الأول بجانب إجاباتك.`,
  readersSealed: (owner: string | null, until: string | null) =>
    `لا أحد سوى ${owner ?? "الشخص الذي دعاك"}، من دون أسماء، وتبقى الإجابات مختومة حتى ${until ?? "انتهاء هذه الاستشارة"}.`,
  readersSealedAndModel: (owner: string | null, model: string, until: string | null) =>
    `لا أحد سوى ${owner ?? "الشخص الذي دعاك"} ونموذج ذكاء اصطناعي (${isolated(model)}) لإعداد الخلاصة، من دون أسماء، وتبقى الإجابات مختومة حتى ${until ?? "انتهاء هذه الاستشارة"}.`,
  fewerThanThree: "إذا أجاب أقل من 3 أشخاص، فلن يُعرض شيء وسيُحذف كل شيء.",
  peopleAsked: (count: number | null) =>
    count === null
      ? "قد تصل إجابات من أشخاص آخرين عبر رابط مفتوح."
      : `${plural("ar", count, {
          one: "لم يُطلب الرأي من أحد سواك",
          two: "طُلب الرأي من شخصين",
          few: `طُلب الرأي من ${count.toLocaleString(locale)} أشخاص`,
          many: `طُلب الرأي من ${count.toLocaleString(locale)} شخصًا`,
          other: `طُلب الرأي من ${count.toLocaleString(locale)} شخص`,
        })}.`,
  insightsHere: "قد تُستخدم إجاباتك في خلاصة تُعَدّ على هذا الخادم وحده. ويمكنك استثناؤها في النهاية.",
  insightsByModel: (model: string) =>
    `قد تُستخدم إجاباتك في خلاصة يُعِدّها نموذج ذكاء اصطناعي (${isolated(model)}). ويمكنك استثناؤها في النهاية.`,
  giveAway: "ما قد يكشف هويتك رغم ذلك",
  giveAwayWording: "أسلوبك في الكتابة.",
  giveAwayOwner: (owner: string | null) =>
    `قد تأتي إجابات من ${owner ?? "الشخص الذي دعاك"} أيضًا، وهي معروفة لمن كتبها. وإذا لم يُجب سوى شخص واحد آخر، فهو أنت.`,
  giveAwayServer: "بإمكان من يدير هذا الخادم أن يربط بينك وبين إجابة ما.",

  question: (number: number, count: number) => `السؤال ${number} من ${count}`,
  answerPlaceholder: "مساحة لأفكارك…",
  hint: (words: string) => `قد تكشف عبارة «${words}» هويتك. يمكنك إبقاؤها أو إعادة صياغتها.`,
  decline: "أفضّل عدم الإجابة",
  goToFirst: "إلى السؤال الأول",
  back: "السابق",
  next: "التالي",
  submit: "إرسال الإجابات",
  submitting: "جارٍ الإرسال…",
  safeToSubmitAgain: "إجاباتك ما زالت هنا، ولا ضرر من إرسالها مجددًا.",
  encouragement: "إضافة كلمة تشجيع",
  encouragementHint: (owner: string | null) =>
    `اختياري: سطر أو سطران يبقيان مع ${owner ?? "الشخص الذي دعاك"} مهما كانت النتيجة.`,
  leaveOut: "استثناء إجاباتي من الخلاصة",
  leaveOutHint: (owner: string | null) =>
    `تبقى إجاباتك متاحة للقراءة أمام ${owner ?? "الشخص الذي دعاك"}.`,
} satisfies PageMessages;

/** A model's name is in Latin letters and may end with a mark, which belongs to it. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
