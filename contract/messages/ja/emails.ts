import type { EmailTexts } from "../en/emails.ts";

const someone = "あなたの意見を大切に思う方";
const keepLink = "このリンクはあなた専用です。ほかの方には渡さないでください。";

const nameOf = (owner: string | null) => (owner === null ? someone : `${owner}さん`);

export const emails = {
  quoted: (title) => `「${title}」`,
  greeting: (name) => `${name}さん`,
  factMark: "：",
  why: (owner) =>
    `${owner === null ? "どなたか" : `${owner}さん`}があなたの考えを聞くために、このアドレスを入力しました。`,
  unsubscribe: "配信を停止する",
  button: "考えを伝える",
  invitation: {
    subjects: {
      invitation: (owner, title) =>
        `${nameOf(owner)}があなたの考えを聞きたがっています：「${title}」`,
      invitation_again: (owner, title) =>
        `${nameOf(owner)}が引き続きあなたの考えを聞きたがっています：「${title}」`,
      reminder: (owner, title) => `${nameOf(owner)}があなたの回答を待っています：「${title}」`,
    },
    openings: {
      invitation: (owner) =>
        `${nameOf(owner)}がこのことについて考えていて、あなたの目にどう映るかを知りたいそうです。`,
      invitation_again: (owner) =>
        `${nameOf(owner)}から以前にもこの件でご連絡しました。今も、あなたの目にどう映るかを知りたいそうです。`,
      reminder: (owner) =>
        `少し前に、${nameOf(owner)}からこの件について質問がありました。今からでも、ひとことふたこといただけると助かるそうです。`,
    },
    preview: (minutes) => `質問はいくつかだけ、約${minutes}分です。アカウントはいりません。`,
    ifAnswered:
      "すでにご回答いただいた場合は、ありがとうございます。ほかにしていただくことはありません。",
    duration: "所要時間",
    minutes: (minutes) => `約${minutes}分（アカウント不要）`,
    openUntil: "回答期限",
    reader: "読む人",
    namedReader: (owner) =>
      `${owner === null ? "あなたを招待した方" : `${owner}さん`}（あなたの名前も表示されます）`,
    anonymousReader: (owner) =>
      `${owner === null ? "あなたを招待した方" : `${owner}さん`}（あなたの名前は表示されません）`,
    anonymous:
      "匿名とは：回答は締め切りまで封をしたまま保管され、あなたの名前は一緒に表示されません。回答した人が3人に満たない場合は、何も表示されず、すべて削除されます。書き方からあなただとわかることはあります。",
    link: `${keepLink}回答したくない場合は、同じページでその旨を選べます。以後、この件のメールは届きません。`,
  },
  privateLink: {
    subject: (title) => `「${title}」のあなた専用リンク`,
    preview: "ご依頼のリンクです。",
    opening: (owner) =>
      `あなたのアドレスで依頼のあった専用リンクをお送りします。${nameOf(owner)}が、あなたの目にどう映るかを知りたいそうです。`,
    link: `${keepLink}心当たりがない場合は、このメールは無視してください。`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null
        ? `「${title}」のその後について`
        : `「${title}」について${owner}さんからのお便り`,
    preview: "受け取った言葉、決めたこと、そしてお礼です。",
    opening: (owner) =>
      `以前、${nameOf(owner)}がこの件についてあなたの考えを伺いました。その後のご報告です。`,
    heard: "受け取った言葉",
    decided: "決めたこと",
    thanks: "お礼",
    why: (owner) =>
      `以前、${owner === null ? "どなたか" : `${owner}さん`}がこの件についてあなたの考えを伺ったため、このメールをお送りしています。返信の必要はありません。`,
    unsubscribe: "今後このようなメールを受け取らない",
  },
} satisfies EmailTexts;
