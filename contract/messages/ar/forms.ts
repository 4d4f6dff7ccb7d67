import type { FormMessages } from "../en/forms.ts";

export const forms = {
  otherLanguages: "اللغة",

  private: "خاص",
  linkPreviewTitle: "هناك من يودّ معرفة رأيك",
  linkPreviewLine: "بضعة أسئلة بإجابات خاصة. لا حاجة إلى حساب.",

  shareTitle: "استشارة خاصة",
  wereYouInvited: "هل وصلتك دعوة؟",
  enterAddress:
    "شخص من معارفك يطلب رأيك بخصوصية. تُرجى كتابة العنوان الذي أُرسلت إليه دعوتك، وسيصلك رابطك الخاص بالبريد الإلكتروني.",
  yourAddress: "عنوان بريدك الإلكتروني",
  sendMyLink: "إرسال رابطي",
  linkIsYours: "يُرسل الرابط إليك وحدك بالبريد الإلكتروني، فلا يستطيع أحد الإجابة بدلًا منك.",
  addressUse: "يُستخدم عنوانك لهذه الرسالة فقط. لا حساب ولا كلمة مرور ولا ملفات تعريف ارتباط.",
  checkYourEmail: "يُرجى تفقّد بريدك الإلكتروني",
  onItsWay: "إذا كانت الدعوة قد شملت هذا العنوان، فالرابط الخاص به في الطريق.",
  aMinuteOrTwo: "يستغرق ذلك دقيقة أو دقيقتين. يُرجى تفقّد مجلد الرسائل غير المرغوب فيها أيضًا.",
  anotherAddress: "تجربة عنوان آخر",
  askedForYourView: "رأيك مطلوب في",
  firstName: "اسمك الأول",
  start: "بدء الإجابة",
  howItWorks: "بضعة أسئلة، واحدًا تلو الآخر. وقبل كتابة أي إجابة، سيظهر لك من سيقرأ إجاباتك.",
  sealedAnswers:
    "تبقى الإجابات مختومة حتى انتهاء هذه الاستشارة، ثم تُعرض كلها معًا من دون أسماء. لا حساب ولا كلمة مرور ولا ملفات تعريف ارتباط.",
  namedAnswers:
    "لا يقرأ إجاباتك إلا الشخص الذي يطلب رأيك، مع ظهور اسمك الأول بجانبها. لا حساب ولا كلمة مرور ولا ملفات تعريف ارتباط.",
  addressMissing: "يُرجى إدخال عنوان بريد إلكتروني",
  addressMalformed: "يُرجى إدخال عنوان بريد إلكتروني صالح",
  firstNameMissing: "يُرجى إدخال الاسم الأول",
  tooLong: "هذا أطول من اللازم. يُرجى اختصاره.",
  tooOften: "المحاولات كثيرة جدًّا. تُرجى المحاولة مجددًا بعد قليل.",
  failed: "حدث خطأ من جهتنا. تُرجى المحاولة مجددًا.",

  unsentTitle: "تعذّر إرسال الإجابات",
  stillHere: "إجاباتك ما زالت هنا",
  questionNumber: (number: number) => `السؤال ${number}`,
  encouragementNote: "كلمة تشجيع",

  writtenWhy: "يمكنك تعديله أو سحبه حتى انتهاء هذه الاستشارة.",
  changeSeen: "يظهر يوم التعديل مع إجاباتك.",
  saveChanges: "حفظ التعديلات",
  saved: "حُفظت تعديلاتك.",
  withdraw: "سحب ما كتبته",
  withdrawWhy: "يُمحى ولا يمكن استرجاعه. يمكنك الإجابة مجددًا برابطك الخاص.",
  withdrawNow: "محو نهائي",
  withdrawnTitle: "تم السحب",
  withdrawn: "مُحي ما كتبته. يمكنك الإجابة مجددًا حتى انتهاء هذه الاستشارة.",
  answerAgain: "الإجابة مجددًا",

  unsubscribeTitle: "إيقاف الرسائل",
  noMoreFrom: (owner: string | null) => `إيقاف الرسائل من ${owner ?? "هذا الشخص"}؟`,
  linksKeepWorking: "الروابط التي لديك ستظل تعمل.",
  unsubscribe: "إيقاف الرسائل",
  stopEveryone: "إيقاف الرسائل من الجميع على Paraline",
  subscribedAgain: "استُؤنفت الرسائل",
  canGetAgain: (owner: string | null) => `يمكن أن تصلك رسائل من ${owner ?? "هذا الشخص"} مجددًا.`,
  unsubscribed: "أُوقفت الرسائل",
  noneFrom: (owner: string | null) => `لن تصلك رسائل بريد أخرى من ${owner ?? "هذا الشخص"}.`,
  noneFromButOthers: (owner: string | null) =>
    `لن تصلك رسائل بريد أخرى من ${owner ?? "هذا الشخص"}. ويمكن أن تصلك مجددًا رسائل من أشخاص آخرين على Paraline.`,
  getFromAgain: (owner: string | null) => `استئناف الرسائل من ${owner ?? "هذا الشخص"}`,
  noneFromAnyone: "لن تصلك رسائل بريد أخرى من أشخاص على Paraline.",
  getAgain: "استئناف الرسائل",
  unsubscribeInvalid: "رابط إيقاف الرسائل هذا غير صالح.",
  openFromEmail: "يمكنك فتحه مجددًا من الرسالة، أو نسخه كاملًا.",
} satisfies FormMessages;
