import type { FormMessages } from "../en/forms.ts";

export const forms = {
  otherLanguages: "Dil",

  private: "Gizli",
  linkPreviewTitle: "Biri senin görüşünü merak ediyor",
  linkPreviewLine: "Birkaç soru, gizli yanıtlar. Hesap gerekmez.",

  shareTitle: "Gizli görüş isteği",
  wereYouInvited: "Davet aldın mı?",
  enterAddress:
    "Tanıdığın biri, gizlilik içinde görüşünü soruyor. Davetinin gönderildiği e-posta adresini yaz; sana özel bağlantıyı e-postayla gönderelim.",
  yourAddress: "E-posta adresin",
  sendMyLink: "Bağlantımı gönder",
  linkIsYours:
    "Bağlantı e-postayla yalnızca sana gönderilir; böylece senin yerine başkası yanıt veremez.",
  addressUse: "Adresin yalnızca bu e-posta için kullanılır. Hesap yok, parola yok, çerez yok.",
  checkYourEmail: "E-postanı kontrol et",
  onItsWay: "Bu adres davetliler arasındaysa sana özel bağlantı yolda.",
  aMinuteOrTwo: "Bir iki dakika sürebilir. Spam klasörüne de bak.",
  anotherAddress: "Başka bir adres dene",
  askedForYourView: "Şu konuda görüşün soruluyor",
  firstName: "Adın",
  start: "Başla",
  howItWorks:
    "Birkaç soru, teker teker. Yanıtlarını kimin okuyacağını, yazmaya başlamadan önce göreceksin.",
  sealedAnswers:
    "Yanıtlar, bu görüş isteği kapanana kadar mühürlü kalır. Sonra hepsi birlikte, adlar olmadan gösterilir. Hesap yok, parola yok, çerez yok.",
  namedAnswers:
    "Yanıtlarını yalnızca görüşünü soran kişi okur; yanıtlarının yanında adın görünür. Hesap yok, parola yok, çerez yok.",
  addressMissing: "Lütfen bir e-posta adresi yaz",
  addressMalformed: "Lütfen geçerli bir e-posta adresi yaz",
  firstNameMissing: "Lütfen adını yaz",
  tooLong: "Bu çok uzun. Lütfen kısalt.",
  tooOften: "Çok fazla deneme yapıldı. Lütfen birazdan tekrar dene.",
  failed: "Bizim tarafta bir sorun oluştu. Lütfen tekrar dene.",

  unsentTitle: "Yanıtlar gönderilemedi",
  stillHere: "Yanıtların hâlâ burada",
  questionNumber: (number: number) => `Soru ${number}`,
  encouragementNote: "Destek notu",

  writtenWhy: "Görüş isteği kapanana kadar değiştirebilir ya da geri çekebilirsin.",
  changeSeen: "Değişikliğin günü yanıtlarının yanında görünür.",
  saveChanges: "Değişiklikleri kaydet",
  saved: "Değişikliklerin kaydedildi.",
  withdraw: "Yazdıklarımı geri çek",
  withdrawWhy: "Silinir ve geri getirilemez. Sana özel bağlantıyla yeniden yanıt verebilirsin.",
  withdrawNow: "Kalıcı olarak sil",
  withdrawnTitle: "Geri çekildi",
  withdrawn: "Yazdıkların silindi. Görüş isteği kapanana kadar yeniden yanıt verebilirsin.",
  answerAgain: "Yeniden yanıtla",

  unsubscribeTitle: "E-postaları durdur",
  noMoreFrom: (owner: string | null) =>
    `${owner ?? "Bu kişi"} adına gelen e-postalar durdurulsun mu?`,
  linksKeepWorking: "Elindeki bağlantılar çalışmaya devam eder.",
  unsubscribe: "E-postaları durdur",
  stopEveryone: "Hiçbir Paraline kullanıcısından e-posta alma",
  subscribedAgain: "E-postalar yeniden açık",
  canGetAgain: (owner: string | null) =>
    `${owner ?? "Bu kişi"} adına sana yeniden e-posta gelebilir.`,
  unsubscribed: "E-postalar durduruldu",
  noneFrom: (owner: string | null) => `${owner ?? "Bu kişi"} adına sana artık e-posta gelmeyecek.`,
  noneFromButOthers: (owner: string | null) =>
    `${owner ?? "Bu kişi"} adına sana artık e-posta gelmeyecek. Diğer Paraline kullanıcılarından sana yeniden e-posta gelebilir.`,
  getFromAgain: (owner: string | null) =>
    `${owner ?? "Bu kişi"} adına gelen e-postaları yeniden aç`,
  noneFromAnyone: "Paraline kullanıcılarından artık e-posta almayacaksın.",
  getAgain: "E-postaları yeniden aç",
  unsubscribeInvalid: "Bu e-posta durdurma bağlantısı geçersiz.",
  openFromEmail: "E-postadan yeniden aç ya da bağlantının tamamını kopyala.",
} satisfies FormMessages;
