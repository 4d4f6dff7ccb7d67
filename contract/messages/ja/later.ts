import type { LaterMessages } from "../en/later.ts";
import { formatLongDay } from "../format-in.ts";

export const later = {
  errors: {
    circle_closed: "この相談は締め切られました。",
    invite_invalid: "この回答用リンクは無効か、有効期限が切れています。",
    invite_completed: "回答はすでに送信済みです",
    invite_declined: "回答を辞退しました",
    link_full: "このリンクは上限に達しました。",
    link_turned_off:
      "あなたが開いたあとで、共有リンクがオフになりました。もう一度開くか、送ってくれた方に聞いてみてください。",
    link_network_exhausted:
      "1時間のうちに、同じネットワークから20人が回答を始めました。このリンクで受け付けられる上限です。時間をおいて、もう一度開いてください。",
    answers_none: "少なくとも1つの質問に答えてください。",
    answer_too_long: "回答は2,000文字以内にしてください",
    answer_invalid: "1から5までの数字を選んでください。",
    choice_invalid:
      "選択肢から1つ選んでください。選択肢が変わっている場合は、ページを再読み込みしてください。",
    question_unknown:
      "このページを開いたあとで、質問が変更されました。その質問への回答をコピーしてから、リンクをもう一度開いてください。",
    encouragement_too_long: "応援のひとことは1,000文字以内にしてください",
    text_unstorable: "保存できない文字が含まれています。特殊な記号を取り除いてください。",
    receipt_wrong:
      "このコードで開ける回答はここにはありません。4つの単語を確認して、もう一度お試しください。",
    receipt_tries_exhausted: "コードを10回間違えました。1時間後にもう一度お試しください。",
  },

  notifications: "通知",
  dismiss: "閉じる",
  missingTitle: "リンクをもう一度開く",
  missing: "メールのリンクを開き直しましょう",
  missingWhy: "このページのアドレスには、専用リンクが含まれていません。",
  missingDraft: "書いた内容は、書いたときのブラウザに保存されています。",
  invalid: "リンクが無効です",
  askAgain: "招待してくれた方に、もう一度送ってもらってください。",
  openSharedLink: "共有リンクを開く",
  completedTitle: "送信済み",
  completedThanks: "ありがとうございます。1つのリンクで回答できるのは1回だけです。",
  declinedTitle: "辞退済み",
  declinedEmails: "この件のメールは、もう届きません。",
  answerAfterAll: "やっぱり回答する",
  unavailableTitle: "読み込みエラー",
  unavailable: "読み込めませんでした",
  unavailableWhy: "ただいま表示できません。リンクは保存されています。",
  tryAgain: "もう一度試す",
  written: "書いた内容",
  writtenUnsent: "送信されていません。",
  versionUnsent: "こちらの内容は送信されていません。",
  copy: "コピー",
  copied: "コピーしました",
  copyRefused:
    "ブラウザの制限でコピーできません。文章は選択してあるので、そのままコピーしてください。",

  furtherQuestion: (owner: string | null) =>
    `${owner === null ? "招待してくれた方" : `${owner}さん`}から、もう1つ質問があります`,
  send: "送信",

  thanks: "ありがとうございます",
  onTheirWay: (owner: string | null) =>
    `回答を${owner === null ? "招待してくれた方" : `${owner}さん`}へお届けします。`,
  openUntil: "締め切り",
  sealedUntil: "この日まで未開封",
  longDay: (day: string) => formatLongDay("ja", day),
  received: "届いた回答",
  formatReceived: (received: number, asked: number) => `${asked}人中${received}人`,
  ownQuestion: "あなたにも、迷っていることはありませんか？",
  startYourOwn: "Paralineで相談を始める",

  keepWayBack: "あとで見直せるようにする",
  wayBackWhy:
    "締め切りまでは、このコードと専用リンクがあれば、書いた内容を読んだり、変更したり、取り下げたりできます。コードは二度と表示できません。",
  wayBackCode: "あなたのコード",
  wayBackLink: "コード付きの専用リンク",
  print: "印刷",
  haveCode: "コードをお持ちですか？",
  haveCodeWhy: "4つの単語を入力すると、書いた内容を読んだり、変更したり、取り下げたりできます。",
  code: "コード",
  openAnswer: "開く",
} satisfies LaterMessages;
