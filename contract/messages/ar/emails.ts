import type { EmailTexts } from "../en/emails.ts";

const someone = "شخص يقدّر رأيك";
const keepLink = "هذا الرابط خاص بك وحدك، فنرجو عدم مشاركته مع أحد.";

const about = (minutes: string) => `نحو ${minutes} دقائق`;

/** Sentences avoid verbs whose form would tell whether a person is a man or a woman. */
export const emails = {
  quoted: (title) => `«${title}»`,
  greeting: (name) => `مرحبًا ${name}،`,
  factMark: ": ",
  why: (owner) =>
    owner === null
      ? "أُدخل عنوانك هنا لطلب رأيك."
      : `أُدخل عنوانك هنا لطلب رأيك، والطلب من ${owner}.`,
  unsubscribe: "إلغاء الاشتراك",
  button: "مشاركة رأيي",
  invitation: {
    subjects: {
      invitation: (owner, title) => `رأيك يهمّ ${owner ?? "شخصًا يقدّره"}: «${title}»`,
      invitation_again: (owner, title) => `رأيك ما زال يهمّ ${owner ?? "شخصًا يقدّره"}: «${title}»`,
      reminder: (owner, title) => `تذكير من ${owner ?? someone}: «${title}»`,
    },
    openings: {
      invitation: (owner) => `هذا الموضوع يشغل بال ${owner ?? someone}، ومعرفة رأيك فيه أمر مهم.`,
      invitation_again: (owner) =>
        `وصلتك من قبل رسالة من ${owner ?? someone} في هذا الموضوع، وما زالت معرفة رأيك فيه أمرًا مهمًّا.`,
      reminder: (owner) =>
        `وصلك قبل مدة سؤال من ${owner ?? someone} عن رأيك في هذا الموضوع. وما زالت بضع جمل منك مفيدة.`,
    },
    preview: (minutes) => `بضعة أسئلة تستغرق ${about(minutes)}، ولا حاجة إلى حساب.`,
    ifAnswered: "إن كانت إجاباتك قد وصلت من قبل فشكرًا لك، ولم يبقَ ما يلزم فعله.",
    duration: "المدة",
    minutes: (minutes) => `${about(minutes)}، من دون حساب`,
    openUntil: "آخر يوم للإجابة",
    reader: "لمن تصل الإجابات",
    namedReader: (owner) => `إلى ${owner ?? "من أرسل الدعوة"}، مع اسمك`,
    anonymousReader: (owner) => `إلى ${owner ?? "من أرسل الدعوة"}، من دون اسمك`,
    anonymous:
      "معنى إخفاء الهوية: تبقى إجاباتك مختومة حتى الإغلاق، ولا يظهر اسمك معها. وإذا أجاب أقل من 3 أشخاص فلن يظهر شيء وسيُحذف كل شيء. وقد يكشف أسلوب كتابتك هويتك.",
    link: `${keepLink} وإن كان عدم الإجابة أفضل لك فيمكن اختيار ذلك في الصفحة نفسها، ولن تصلك رسائل أخرى عن هذا الموضوع.`,
  },
  privateLink: {
    subject: (title) => `رابطك الخاص: «${title}»`,
    preview: "الرابط الذي طُلب بعنوانك.",
    opening: (owner) =>
      `إليك الرابط الخاص الذي طُلب بعنوانك. رأيك في هذا الموضوع يهمّ ${owner ?? "شخصًا يقدّره"}.`,
    link: `${keepLink} وإن لم يكن الطلب منك فيمكن تجاهل هذه الرسالة.`,
  },
  closingLetter: {
    subject: (owner, title) => `رسالة من ${owner ?? someone} عن «${title}»`,
    preview: "ما وصل من آراء، وما تقرّر، وشكر لك.",
    opening: (owner) =>
      `طُلب رأيك في هذا الموضوع من قبل، والطلب من ${owner ?? someone}. وهذا ما انتهى إليه الأمر.`,
    heard: "ما سمعته",
    decided: "ما قررته",
    thanks: "شكرًا لك",
    why: (owner) =>
      owner === null
        ? "تصلك هذه الرسالة لأن رأيك في هذا الموضوع طُلب من قبل. لا يلزم الرد."
        : `تصلك هذه الرسالة لأن رأيك في هذا الموضوع طُلب من قبل، والطلب من ${owner}. لا يلزم الرد.`,
    unsubscribe: "إيقاف هذه الرسائل",
  },
} satisfies EmailTexts;
