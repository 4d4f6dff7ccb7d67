import type { Language } from "../../languages.ts";
import type { PageMessages } from "../en/page.ts";
import { formatShortDay } from "../format-in.ts";

export const page = {
  language: "ja" as Language,
  skip: "本文へ移動",
  home: "Paralineのホーム",
  progress: "進み具合",
  percent: (value: number) => `${value}%`,
  characters: (count: number, limit: number) =>
    `${count.toLocaleString("ja")}／${limit.toLocaleString("ja")}文字`,
  day: (day: string) => formatShortDay("ja", day),

  privateTo: (owner: string | null) => (owner === null ? "非公開" : `非公開・${owner}さん宛て`),
  loading: "読み込んでいます…",
  loadingWithoutScript: "専用リンクをもう一度開いてください。JavaScriptがなくても使えます。",
  loadFailed: "読み込めませんでした。リンクをご確認ください。",
  choiceFailed: "送信できませんでした。もう一度お試しください。",
  submitFailed: "回答を送信できませんでした。もう一度お試しください。",
  submitted: "回答を送信しました。",

  aboutLabel: "この相談について",
  from: (owner: string | null) =>
    owner === null ? "あなたの意見を大切に思う方から" : `${owner}さんから`,
  exploring: "考えていること",
  asking: "お願いしたいこと",
  readAll: "全文を読む",
  showLess: "たたむ",
  takes: (minutes: string) => `所要時間：約${minutes.replace("-", "～")}分`,
  whoReads: "回答を読む人",
  readersNamed: (owner: string | null) =>
    `${formatOwner(owner)}だけです。回答にはあなたの下の名前が添えられます。`,
  readersNamedAndModel: (owner: string | null, model: string) =>
    `${formatOwner(owner)}と、まとめを作るAIモデル（${model}）だけです。回答にはあなたの下の名前が添えられます。`,
  readersSealed: (owner: string | null, until: string | null) =>
    `${formatOwner(owner)}だけです。名前は表示されず、回答は${until ?? "この相談の締め切り"}まで開封されません。`,
  readersSealedAndModel: (owner: string | null, model: string, until: string | null) =>
    `${formatOwner(owner)}と、まとめを作るAIモデル（${model}）だけです。名前は表示されず、回答は${until ?? "この相談の締め切り"}まで開封されません。`,
  fewerThanThree: "回答した人が3人に満たない場合は、何も表示されず、すべて削除されます。",
  peopleAsked: (count: number | null) =>
    count === null
      ? "誰でも使えるリンクから、ほかの人も回答するかもしれません。"
      : count === 1
        ? "ほかに回答をお願いしている人はいません。"
        : `${count.toLocaleString("ja")}人に回答をお願いしています。`,
  insightsHere:
    "このサーバーの中だけで作るまとめに、あなたの回答が使われることがあります。使われたくない場合は、最後に「使わない」を選べます。",
  insightsByModel: (model: string) =>
    `AIモデル（${model}）が作るまとめに、あなたの回答が使われることがあります。使われたくない場合は、最後に「使わない」を選べます。`,
  giveAway: "それでもあなたの特定につながりうること",
  giveAwayWording: "文章の書き方。",
  giveAwayOwner: (owner: string | null) =>
    `${formatOwner(owner)}自身も回答でき、その回答がどれかを知っています。ほかの回答者が1人だけなら、それはあなただとわかります。`,
  giveAwayServer: "このサーバーの運営者なら、回答とあなたを結びつけることもできます。",

  question: (number: number, count: number) => `${count}問中${number}問目`,
  answerPlaceholder: "思ったことを自由に書いてください",
  hint: (words: string) =>
    `「${words}」から、誰が書いたかわかるかもしれません。このままでも、言い換えてもかまいません。`,
  decline: "今回は遠慮します",
  goToFirst: "最初の質問へ",
  back: "戻る",
  next: "次へ",
  submit: "回答を送信",
  submitting: "送信しています…",
  safeToSubmitAgain: "回答はここに残っています。もう一度送信しても大丈夫です。",
  encouragement: "応援のひとことを添える",
  encouragementHint: (owner: string | null) =>
    `任意です。結果がどうなっても${formatOwner(owner)}の手元に残る、1～2行のメッセージをどうぞ。`,
  leaveOut: "自分の回答はまとめに使わない",
  leaveOutHint: (owner: string | null) =>
    `その場合も、${formatOwner(owner)}はあなたの回答を読むことができます。`,
} satisfies PageMessages;

function formatOwner(owner: string | null): string {
  return owner === null ? "招待してくれた方" : `${owner}さん`;
}
