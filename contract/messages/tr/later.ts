import type { LaterMessages } from "../en/later.ts";
import { formatLongDay } from "../format-in.ts";

export const later = {
  errors: {
    circle_closed: "Bu görüş isteği kapandı.",
    invite_invalid: "Bu bağlantı geçersiz ya da süresi dolmuş.",
    invite_completed: "Yanıtlarını zaten gönderdin",
    invite_declined: "Yanıtlamamayı seçtin",
    link_full: "Bu bağlantı için sınıra ulaşıldı.",
    link_turned_off:
      "Paylaşılan bağlantı, sen açtıktan sonra kapatıldı. Lütfen yeniden aç ya da gönderen kişiye sor.",
    link_network_exhausted:
      "Bulunduğun ağdan bir saat içinde 20 kişi yanıtlamaya başladı; bu bağlantı daha fazlasını kabul etmiyor. Lütfen daha sonra yeniden aç.",
    answers_none: "Lütfen en az bir soruyu yanıtla.",
    answer_too_long: "Yanıt en fazla 2.000 karakter olabilir",
    answer_invalid: "Lütfen 1 ile 5 arasında bir sayı seç.",
    choice_invalid: "Lütfen seçeneklerden birini seç. Seçenekler değiştiyse sayfayı yenile.",
    question_unknown:
      "Sen bu sayfayı açtıktan sonra bir soru değişti. O soruya verdiğin yanıtı kopyala, ardından bağlantını yeniden aç.",
    encouragement_too_long: "Destek notu en fazla 1.000 karakter olabilir",
    text_unstorable: "Buradaki bazı karakterler kaydedilemiyor. Alışılmadık simgeleri sil.",
    receipt_wrong: "Bu kod burada hiçbir yanıtı açmıyor. Dört sözcüğü kontrol edip tekrar dene.",
    receipt_tries_exhausted: "10 kod yanlıştı. Lütfen bir saat sonra tekrar dene.",
  },

  notifications: "Bildirimler",
  dismiss: "Kapat",
  missingTitle: "Bağlantını yeniden aç",
  missing: "E-postandaki bağlantıyı yeniden aç",
  missingWhy: "Bu sayfanın adresi, sana özel bağlantıyı içermiyor.",
  missingDraft: "Yazdığın her şey, yazdığın tarayıcıda kayıtlı.",
  invalid: "Bağlantı geçersiz",
  askAgain: "Seni davet eden kişiden yeniden göndermesini iste.",
  openSharedLink: "Paylaşılan bağlantıyı aç",
  completedTitle: "Zaten gönderildi",
  completedThanks: "Teşekkürler. Her bağlantıyla yalnızca bir kez yanıt verilebilir.",
  declinedTitle: "Yanıtlanmadı",
  declinedEmails: "Bu konuda artık e-posta almayacaksın.",
  answerAfterAll: "Yine de yanıtla",
  unavailableTitle: "Yüklenemedi",
  unavailable: "Sayfa yüklenemedi",
  unavailableWhy: "Şu anda açamıyoruz. Bağlantın kayıtlı.",
  tryAgain: "Tekrar dene",
  written: "Yazdıkların",
  writtenUnsent: "Bunlar gönderilmedi.",
  versionUnsent: "Bu hâli gönderilmedi.",
  copy: "Kopyala",
  copied: "Kopyalandı!",
  copyRefused: "Tarayıcın buna izin vermiyor. Metin seçili; kendin kopyalayabilirsin.",

  furtherQuestion: (owner: string | null) =>
    `${owner ?? "Seni davet eden kişi"} bir soru daha soruyor`,
  send: "Gönder",

  thanks: "Teşekkürler",
  onTheirWay: (owner: string | null) =>
    owner === null
      ? "Yanıtların, seni davet eden kişiye doğru yola çıktı."
      : `Yanıtların ${owner} için yola çıktı.`,
  openUntil: "Son gün",
  sealedUntil: "Şu tarihe kadar mühürlü",
  longDay: (day: string) => formatLongDay("tr", day),
  received: "Şu ana kadar gelen",
  formatReceived: (received: number, asked: number) => `${received} / ${asked} görüş`,
  ownQuestion: "Senin de aklını kurcalayan bir konu mu var?",
  startYourOwn: "Paraline ile sen de görüş iste",

  keepWayBack: "Geri dönüş yolunu sakla",
  wayBackWhy:
    "Görüş isteği kapanana kadar bu kod ve sana özel bağlantıyla yazdıklarını okuyabilir, değiştirebilir ya da geri çekebilirsin. Kodu bir daha gösteremeyiz.",
  wayBackCode: "Kodun",
  wayBackLink: "Kodu da içeren sana özel bağlantı",
  print: "Yazdır",
  haveCode: "Kodun var mı?",
  haveCodeWhy: "Yazdıklarını okumak, değiştirmek ya da geri çekmek için dört sözcüğünü gir.",
  code: "Kod",
  openAnswer: "Aç",
} satisfies LaterMessages;
