import type { EmailTexts } from "../en/emails.ts";

const someone = "あなたの意見を大切に思う方";
const keepLink = "このリンクはあなた専用です。ほかの方には渡さないでください。";

const formatOwner = (owner: string | null) => (owner === null ? someone : `${owner}さん`);

export const emails = {
  quoted: (title) => `「${title}」`,
  greeting: (name) => `${name}さん`,
  factMark: "：",
  why: (owner) =>
    `${owner === null ? "どなたか" : `${owner}さん`}が、あなたの意見を聞くためにこのアドレスを入力しました。`,
  unsubscribe: "メールを停止",
  button: "意見を伝える",
  invitation: {
    subjects: {
      invitation: (owner, title) => `${formatOwner(owner)}が意見を聞きたいそうです：「${title}」`,
      invitation_again: (owner, title) =>
        `${formatOwner(owner)}が今も意見を聞きたいそうです：「${title}」`,
      reminder: (owner, title) => `${formatOwner(owner)}が今も意見を待っています：「${title}」`,
    },
    openings: {
      invitation: (owner) =>
        `${formatOwner(owner)}はこの件についてじっくり考えているところで、ぜひ意見を聞きたいそうです。`,
      invitation_again: (owner) =>
        `以前にも、この件で${formatOwner(owner)}から連絡がありました。今も、意見を聞きたいそうです。`,
      reminder: (owner) =>
        `少し前に、この件で${formatOwner(owner)}から意見を聞きたいと連絡がありました。今からでも、数行書いていただけると助けになります。`,
    },
    preview: (minutes) => `いくつかの質問に、約${minutes}分。アカウントは不要です。`,
    ifAnswered: "すでにご回答済みでしたら、ありがとうございます。ほかに必要なことはありません。",
    duration: "所要時間",
    minutes: (minutes) => `約${minutes}分（アカウント不要）`,
    openUntil: "締め切り",
    reader: "回答を読む人",
    namedReader: (owner) =>
      `${owner === null ? "招待してくれた方" : `${owner}さん`}（あなたの名前が添えられます）`,
    anonymousReader: (owner) =>
      `${owner === null ? "招待してくれた方" : `${owner}さん`}（あなたの名前は表示されません）`,
    anonymous:
      "匿名とは：回答はこの相談の締め切りまで開封されず、あなたの名前は一緒に表示されません。回答した人が3人に満たない場合は、何も表示されず、すべて削除されます。文章の書き方から、あなただとわかることはあります。",
    link: `${keepLink}回答したくない場合は、同じページで辞退できます。以後、この件のメールは届きません。`,
  },
  furtherQuestion: {
    subject: (owner, title) => `${formatOwner(owner)}からもう1つ質問があります：「${title}」`,
    reminder: (title) => `リマインド：「${title}」について、もう1つ質問があります`,
    opening: (owner, question) => `${formatOwner(owner)}からもう1つ質問があります：${question}`,
    sealed:
      "回答はその日まで封をされ、名前は表示されません。回答した人が3人に満たない場合は、何も表示されず、すべて削除されます。書き方から、誰が書いたか分かってしまうことがあります。",
  },
  privateLink: {
    subject: (title) => `「${title}」の専用リンク`,
    preview: "ご依頼のリンクです。",
    opening: (owner) =>
      `このアドレスでご依頼のあった専用リンクをお送りします。${formatOwner(owner)}が、意見を聞きたいそうです。`,
    link: `${keepLink}心当たりがない場合は、このメールは無視してください。`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null
        ? `「${title}」のその後について`
        : `「${title}」について、${owner}さんからのお便り`,
    preview: "聞かせてもらったこと、決めたこと、そしてお礼です。",
    opening: (owner) =>
      `以前、この件で${formatOwner(owner)}から意見を聞きたいと連絡がありました。その後のご報告です。`,
    heard: "聞かせてもらったこと",
    decided: "決めたこと",
    thanks: "お礼",
    why: (owner) =>
      `以前、${owner === null ? "どなたか" : `${owner}さん`}がこの件であなたの意見を求めたため、このメールをお送りしています。回答の必要はありません。`,
    unsubscribe: "このようなメールを停止",
  },
} satisfies EmailTexts;
