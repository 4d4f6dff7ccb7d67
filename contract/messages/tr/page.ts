import type { Language } from "../../languages.ts";
import type { PageMessages } from "../en/page.ts";
import { formatShortDay } from "../format-in.ts";

export const page = {
  language: "tr" as Language,
  skip: "İçeriğe geç",
  home: "Paraline, ana sayfa",
  progress: "İlerleme",
  percent: (value: number) => `%${value}`,
  characters: (count: number, limit: number) =>
    `${count.toLocaleString("tr")} / ${limit.toLocaleString("tr")} karakter`,
  day: (day: string) => formatShortDay("tr", day),

  privateTo: (owner: string | null) => (owner === null ? "Gizli" : `Gizli · ${owner} için`),
  loading: "Yükleniyor…",
  loadingWithoutScript: "Lütfen sana özel bağlantıyı yeniden aç: JavaScript olmadan da çalışır.",
  loadFailed: "Yüklenemedi. Lütfen bağlantını kontrol et.",
  choiceFailed: "Gönderilemedi. Lütfen tekrar dene.",
  submitFailed: "Yanıtların gönderilemedi. Lütfen tekrar dene.",
  submitted: "Yanıtların gönderildi!",

  aboutLabel: "Bu görüş isteği hakkında",
  from: (owner: string | null) =>
    owner === null ? "Görüşüne değer veren birinden" : `Gönderen: ${owner}`,
  exploring: "Üzerinde düşündüğü konu",
  asking: "Senden istediği",
  readAll: "Tümünü oku",
  showLess: "Daha az göster",
  takes: (minutes: string) => `Yaklaşık ${minutes.replace("-", "–")} dakika sürer`,
  whoReads: "Kim okuyacak",
  readersNamed: (owner: string | null) =>
    `Yalnızca ${owner ?? "seni davet eden kişi"}. Yanıtlarının yanında adın görünür.`,
  readersNamedAndModel: (owner: string | null, model: string) =>
    `Yalnızca ${owner ?? "seni davet eden kişi"} ve özet için bir yapay zekâ modeli (${model}). Yanıtlarının yanında adın görünür.`,
  readersSealed: (owner: string | null, until: string | null) =>
    `Yalnızca ${owner ?? "seni davet eden kişi"}. Adlar görünmez; yanıtlar ${sealedUntil(until)} kadar mühürlü kalır.`,
  readersSealedAndModel: (owner: string | null, model: string, until: string | null) =>
    `Yalnızca ${owner ?? "seni davet eden kişi"} ve özet için bir yapay zekâ modeli (${model}). Adlar görünmez; yanıtlar ${sealedUntil(until)} kadar mühürlü kalır.`,
  fewerThanThree: "Yanıt verenler 3 kişiden azsa hiçbir şey gösterilmez ve her şey silinir.",
  peopleAsked: (count: number | null) =>
    count === null
      ? "Açık bir bağlantıyla başkaları da yanıt verebilir."
      : count === 1
        ? "Görüşü sorulan tek kişi sensin."
        : `${count.toLocaleString("tr")} kişinin görüşü soruldu.`,
  insightsHere:
    "Yanıtların, yalnızca bu sunucuda hazırlanan bir özette kullanılabilir. İstemezsen bunu sonda belirtebilirsin.",
  insightsByModel: (model: string) =>
    `Yanıtların, bir yapay zekâ modelinin (${model}) hazırladığı bir özette kullanılabilir. İstemezsen bunu sonda belirtebilirsin.`,
  giveAway: "Seni yine de ele verebilecek şeyler",
  giveAwayWording: "Yazış biçimin.",
  giveAwayOwner: (owner: string | null) =>
    `${owner === null ? "Seni davet eden kişi de" : `${owner} kendisi de`} yanıt verebilir ve kendi yanıtlarını tanır. Onun dışında yalnızca bir kişi yanıt verirse o kişinin sen olduğun anlaşılır.`,
  giveAwayServer: "Bu sunucuyu işletenler bir yanıtı seninle ilişkilendirebilir.",

  question: (number: number, count: number) => `Soru ${number} / ${count}`,
  answerPlaceholder: "Düşüncelerini yaz…",
  hint: (words: string) =>
    `“${words}” kim olduğunu belli edebilir. Böyle bırakabilir ya da başka türlü söyleyebilirsin.`,
  decline: "Yanıtlamak istemiyorum",
  goToFirst: "İlk soruya geç",
  back: "Geri",
  next: "İleri",
  submit: "Yanıtları gönder",
  submitting: "Gönderiliyor…",
  safeToSubmitAgain: "Yanıtların hâlâ burada. Gönül rahatlığıyla yeniden gönderebilirsin.",
  encouragement: "Bir destek notu bırak",
  encouragementHint: (owner: string | null) =>
    `İsteğe bağlı. ${owner ?? "Seni davet eden kişi"} için, sonuç ne olursa olsun saklayabileceği bir iki satır.`,
  leaveOut: "Yanıtlarımı özete katma",
  leaveOutHint: (owner: string | null) =>
    `${owner ?? "Seni davet eden kişi"} yanıtlarını yine de okuyabilir.`,
} satisfies PageMessages;

function sealedUntil(until: string | null): string {
  return until === null ? "bu görüş isteği kapanana" : `${until} tarihine`;
}
