import type { EmailTexts } from "../en/emails.ts";

const someone = "Düşüncene değer veren biri";
const keepLink = "Bu bağlantı yalnızca sana ait, lütfen başkasıyla paylaşma.";

const about = (minutes: string) => `yaklaşık ${minutes} dakika`;

export const emails = {
  quoted: (title) => `“${title}”`,
  greeting: (name) => `Merhaba ${name},`,
  factMark: ": ",
  why: (owner) => `${owner ?? "Biri"} düşünceni sormak için adresini girdi.`,
  unsubscribe: "Abonelikten çık",
  button: "Düşünceni paylaş",
  invitation: {
    subjects: {
      invitation: (owner, title) => `${owner ?? someone} ne düşündüğünü merak ediyor: “${title}”`,
      invitation_again: (owner, title) =>
        `${owner ?? someone} hâlâ ne düşündüğünü merak ediyor: “${title}”`,
      reminder: (owner, title) => `${owner ?? someone} hâlâ yanıtını bekliyor: “${title}”`,
    },
    openings: {
      invitation: (owner) =>
        `${owner ?? someone} bu konuyu düşünüyor ve senin nasıl gördüğünü öğrenmek istiyor.`,
      invitation_again: (owner) =>
        `${owner ?? someone} bu konuda sana daha önce yazmıştı ve nasıl gördüğünü hâlâ öğrenmek istiyor.`,
      reminder: (owner) =>
        `${owner ?? someone} bir süre önce bunu nasıl gördüğünü sormuştu. Senden gelecek birkaç cümle hâlâ işe yarar.`,
    },
    preview: (minutes) => `Birkaç soru, ${about(minutes)}. Hesap gerekmez.`,
    ifAnswered: "Yanıtını çoktan verdiysen teşekkürler: Yapman gereken başka bir şey yok.",
    duration: "Süresi",
    minutes: (minutes) => `${about(minutes)}, hesap açmadan`,
    openUntil: "Son gün",
    reader: "Kim okuyacak",
    namedReader: (owner) => `${owner ?? "Seni davet eden kişi"}, yanında adınla`,
    anonymousReader: (owner) => `${owner ?? "Seni davet eden kişi"}, adını görmeden`,
    anonymous:
      "Anonim ne demek: Yanıtların kapanışa kadar mühürlü kalır ve adın onlarla birlikte gösterilmez. 3 kişiden az yanıt gelirse hiçbir şey gösterilmez ve her şey silinir. Yazış biçimin seni ele verebilir.",
    link: `${keepLink} Yanıtlamak istemezsen bunu aynı sayfada söyleyebilirsin; bu konuda sana bir daha e-posta gelmez.`,
  },
  privateLink: {
    subject: (title) => `“${title}” için sana özel bağlantı`,
    preview: "İstediğin bağlantı.",
    opening: (owner) =>
      `Adresinle istenen özel bağlantı burada. ${owner ?? someone} nasıl gördüğünü öğrenmek istiyor.`,
    link: `${keepLink} Bunu sen istemediysen bu e-postayı yok sayabilirsin.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null ? `“${title}” nasıl sonuçlandı` : `${owner} sana yazdı: “${title}”`,
    preview: "Neler duyuldu, neye karar verildi ve bir teşekkür.",
    opening: (owner) =>
      `${owner ?? someone} bu konuda ne düşündüğünü sormuştu. İşte ortaya çıkan sonuç.`,
    heard: "Neler duydum",
    decided: "Neye karar verdim",
    thanks: "Teşekkürler",
    why: (owner) =>
      `Bu e-postayı, ${owner ?? "biri"} daha önce bu konuda ne düşündüğünü sorduğu için alıyorsun. Yanıtlaman gereken bir şey yok.`,
    unsubscribe: "Bu e-postaları artık alma",
  },
} satisfies EmailTexts;
