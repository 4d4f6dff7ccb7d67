import type { FormMessages } from "../en/forms.ts";

export const forms = {
  otherLanguages: "言語",

  private: "非公開",
  linkPreviewTitle: "あなたの意見を聞きたい方がいます",
  linkPreviewLine: "いくつかの質問に、非公開で答えられます。アカウントは不要です。",

  shareTitle: "非公開の相談",
  wereYouInvited: "招待を受けましたか？",
  enterAddress:
    "お知り合いの方が、非公開であなたの意見を聞きたいと思っています。招待の送り先のメールアドレスを入力してください。専用リンクをメールでお送りします。",
  yourAddress: "メールアドレス",
  sendMyLink: "リンクを受け取る",
  linkIsYours: "リンクはご本人だけにメールで届くので、ほかの方が代わりに回答することはできません。",
  addressUse:
    "アドレスは、このメールを送るためだけに使います。アカウントもパスワードも不要で、Cookieも使いません。",
  checkYourEmail: "メールをご確認ください",
  onItsWay: "このアドレスが招待されていれば、専用リンクがまもなく届きます。",
  aMinuteOrTwo: "届くまでに1～2分かかります。迷惑メールフォルダもご確認ください。",
  anotherAddress: "別のアドレスを試す",
  askedForYourView: "こちらについて、あなたの意見を聞かせてください",
  firstName: "下の名前",
  start: "始める",
  howItWorks:
    "質問はいくつかあり、1問ずつ表示されます。回答を誰が読むのかは、書き始める前にわかります。",
  sealedAnswers:
    "回答は、この相談の締め切りまで開封されません。そのあと、すべての回答が名前なしで一度に表示されます。アカウントもパスワードも不要で、Cookieも使いません。",
  namedAnswers:
    "回答を読むのは、相談した本人だけです。回答にはあなたの下の名前が添えられます。アカウントもパスワードも不要で、Cookieも使いません。",
  addressMissing: "メールアドレスを入力してください",
  addressMalformed: "正しいメールアドレスを入力してください",
  firstNameMissing: "下の名前を入力してください",
  tooLong: "長すぎます。短くしてください。",
  tooOften: "操作の回数が多すぎます。少し待ってから、もう一度お試しください。",
  failed: "こちらで問題が発生しました。もう一度お試しください。",

  unsentTitle: "送信できませんでした",
  stillHere: "回答はここに残っています",
  questionNumber: (number: number) => `質問${number}`,
  encouragementNote: "応援のひとこと",

  writtenWhy: "締め切りまで、変更したり取り下げたりできます。",
  changeSeen: "変更した日は、回答と一緒に表示されます。",
  saveChanges: "変更を保存",
  saved: "変更を保存しました。",
  withdraw: "書いた内容を取り下げる",
  withdrawWhy: "消去され、元に戻せません。専用リンクからもう一度回答できます。",
  withdrawNow: "完全に消去する",
  withdrawnTitle: "取り下げました",
  withdrawn: "書いた内容は消去されました。締め切りまで、もう一度回答できます。",
  answerAgain: "もう一度回答する",

  unsubscribeTitle: "メールの停止",
  noMoreFrom: (owner: string | null) => `${formatOwner(owner)}からのメールを停止しますか？`,
  linksKeepWorking: "すでに届いているリンクは、これからも使えます。",
  unsubscribe: "メールを停止",
  stopEveryone: "Paralineの利用者全員からのメールを停止",
  subscribedAgain: "メールを再開しました",
  canGetAgain: (owner: string | null) =>
    `${formatOwner(owner)}からのメールを、また受け取れるようになりました。`,
  unsubscribed: "メールを停止しました",
  noneFrom: (owner: string | null) => `${formatOwner(owner)}からのメールは、もう届きません。`,
  noneFromButOthers: (owner: string | null) =>
    `${formatOwner(owner)}からのメールは、もう届きません。Paralineのほかの利用者からのメールは、また届くようになりました。`,
  getFromAgain: (owner: string | null) => `${formatOwner(owner)}からのメールを再開`,
  noneFromAnyone: "Paralineの利用者からのメールは、もう届きません。",
  getAgain: "メールを再開",
  unsubscribeInvalid: "このメール停止用のリンクは無効です。",
  openFromEmail: "メールからもう一度開くか、リンク全体をコピーしてください。",
} satisfies FormMessages;

function formatOwner(owner: string | null): string {
  return owner === null ? "この方" : `${owner}さん`;
}
