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
    owner === null ? "أَدخل شخص ما عنوانك لطلب رأيك." : `أُدخل عنوانك من قِبل ${owner} لطلب رأيك.`,
  unsubscribe: "إيقاف الرسائل",
  button: "مشاركة رأيي",
  invitation: {
    subjects: {
      invitation: (owner, title) => `رأيك يهمّ ${owner ?? "شخصًا يقدّره"}: «${title}»`,
      invitation_again: (owner, title) => `رأيك ما زال يهمّ ${owner ?? "شخصًا يقدّره"}: «${title}»`,
      reminder: (owner, title) => `تذكير من ${owner ?? someone}: «${title}»`,
    },
    openings: {
      invitation: (owner) => `هذا الموضوع يشغل بال ${owner ?? someone}، ومن المهم سماع رأيك فيه.`,
      invitation_again: (owner) =>
        `سبق أن وصلتك رسالة من ${owner ?? someone} عن هذا الموضوع، وما زال من المهم سماع رأيك فيه.`,
      reminder: (owner) =>
        `وصلك قبل مدة سؤال من ${owner ?? someone} عن رأيك في هذا الموضوع، وما زالت بضع جُمل منك مفيدة.`,
    },
    preview: (minutes) => `بضعة أسئلة تستغرق ${about(minutes)}، ولا حاجة إلى حساب.`,
    ifAnswered: "إذا سبق أن أرسلت إجاباتك، فشكرًا لك، ولا يلزم أي شيء آخر.",
    duration: "المدة",
    minutes: (minutes) => `${about(minutes)}، من دون حساب`,
    openUntil: "آخر يوم للإجابة",
    reader: "من يقرأ الإجابات",
    namedReader: (owner) => `${owner ?? "الشخص الذي دعاك"}، مع ظهور اسمك بجانبها`,
    anonymousReader: (owner) => `${owner ?? "الشخص الذي دعاك"}، من دون ظهور اسمك بجانبها`,
    anonymous:
      "معنى إخفاء الهوية: تبقى إجاباتك مختومة حتى انتهاء هذه الاستشارة، ولا يظهر اسمك معها. وإذا أجاب أقل من 3 أشخاص، فلن يُعرض شيء وسيُحذف كل شيء. وقد يكشف أسلوبك في الكتابة هويتك.",
    link: `${keepLink} ويمكنك أيضًا اختيار عدم الإجابة في الصفحة نفسها، وعندها لن تصلك رسائل أخرى عن هذا الموضوع.`,
  },
  furtherQuestion: {
    subject: (owner, title) => `سؤال آخر من ${owner ?? someone}: «${title}»`,
    reminder: (title) => `تذكير: سؤال آخر عن «${title}»`,
    opening: (owner, question) => `لدى ${owner ?? someone} سؤال آخر لك: ${question}`,
    sealed:
      "تبقى إجابتك مختومة حتى ذلك الحين، ولا يظهر اسمك معها. وإذا أجاب أقل من 3 أشخاص، فلن يُعرض شيء وسيُحذف كل شيء. وقد يكشف أسلوبك في الكتابة هويتك.",
  },
  privateLink: {
    subject: (title) => `رابطك الخاص إلى «${title}»`,
    preview: "الرابط الذي طلبته.",
    opening: (owner) =>
      `إليك الرابط الخاص الذي طُلب بعنوانك. رأيك في هذا الموضوع يهمّ ${owner ?? "شخصًا يقدّره"}.`,
    link: `${keepLink} وإن لم يكن الطلب منك، فيمكنك تجاهل هذه الرسالة.`,
  },
  closingLetter: {
    subject: (owner, title) => `رسالة من ${owner ?? someone} عن «${title}»`,
    preview: "ما وصل من آراء، وما تقرّر، وكلمة شكر.",
    opening: (owner) =>
      `سبق أن وصلك سؤال من ${owner ?? someone} عن رأيك في هذا الموضوع. وهذا ما انتهى إليه الأمر.`,
    heard: "ما سمعته",
    decided: "ما قررته",
    thanks: "شكرًا لك",
    why: (owner) =>
      owner === null
        ? "تصلك هذه الرسالة لأن شخصًا ما سبق أن سألك عن رأيك في هذا الموضوع. لا يلزم الرد."
        : `تصلك هذه الرسالة بعد سؤال سابق من ${owner} عن رأيك في هذا الموضوع. لا يلزم الرد.`,
    unsubscribe: "إيقاف هذه الرسائل",
  },
} satisfies EmailTexts;
