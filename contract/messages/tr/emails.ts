import type { EmailTexts } from "../en/emails.ts";

const someone = "Görüşüne değer veren biri";
const keepLink = "Bu bağlantı yalnızca sana özel; lütfen başkasıyla paylaşma.";

const about = (minutes: string) => `yaklaşık ${minutes} dakika`;

export const emails = {
  quoted: (title) => `“${title}”`,
  greeting: (name) => `Merhaba ${name},`,
  factMark: ": ",
  why: (owner) => `${owner ?? "Biri"}, görüşünü sormak için adresini girdi.`,
  unsubscribe: "E-postaları durdur",
  button: "Görüşünü paylaş",
  invitation: {
    subjects: {
      invitation: (owner, title) => `${owner ?? someone} senin görüşünü merak ediyor: “${title}”`,
      invitation_again: (owner, title) =>
        `${owner ?? someone} hâlâ senin görüşünü merak ediyor: “${title}”`,
      reminder: (owner, title) => `${owner ?? someone} senin görüşünü hâlâ bekliyor: “${title}”`,
    },
    openings: {
      invitation: (owner) =>
        `${owner ?? someone} bu konu üzerinde düşünüyor ve senin nasıl baktığını bilmek istiyor.`,
      invitation_again: (owner) =>
        `${owner ?? someone} bu konuda sana daha önce yazmıştı ve senin nasıl baktığını hâlâ bilmek istiyor.`,
      reminder: (owner) =>
        `${owner ?? someone} bir süre önce senin bu konuya nasıl baktığını sormuştu. Yazacağın birkaç cümle hâlâ işe yarar.`,
    },
    preview: (minutes) => `Birkaç soru, ${about(minutes)}. Hesap gerekmez.`,
    ifAnswered: "Zaten yanıtladıysan teşekkürler; yapman gereken başka bir şey yok.",
    duration: "Süre",
    minutes: (minutes) => `${about(minutes)}, hesap açmadan`,
    openUntil: "Son gün",
    reader: "Kim okuyacak",
    namedReader: (owner) => `${owner ?? "Seni davet eden kişi"}; yanıtlarının yanında adın görünür`,
    anonymousReader: (owner) =>
      `${owner ?? "Seni davet eden kişi"}; yanıtlarının yanında adın görünmez`,
    anonymous:
      "Anonim ne demek: Yanıtların bu görüş isteği kapanana kadar mühürlü kalır ve adın yanıtlarınla birlikte gösterilmez. Yanıt verenler 3 kişiden azsa hiçbir şey gösterilmez ve her şey silinir. Yazış biçimin seni ele verebilir.",
    link: `${keepLink} Yanıtlamak istemezsen bunu aynı sayfada belirtebilirsin; bu konuda sana bir daha e-posta gelmez.`,
  },
  furtherQuestion: {
    subject: (owner, title) => `${owner ?? someone} “${title}” hakkında bir soru daha soruyor`,
    reminder: (title) => `Hatırlatma: “${title}” hakkında bir soru daha`,
    opening: (owner, question) => `${owner ?? someone} sana bir soru daha soruyor: ${question}`,
    sealed:
      "O güne kadar yanıtın mühürlü kalır ve yanında adın görünmez. 3 kişiden azı yanıtlarsa hiçbir şey gösterilmez ve her şey silinir. Yazış biçimin seni ele verebilir.",
  },
  privateLink: {
    subject: (title) => `“${title}” için sana özel bağlantı`,
    preview: "İstediğin bağlantı.",
    opening: (owner) =>
      `Adresinle istenen, sana özel bağlantı burada. ${owner ?? someone} senin bu konuya nasıl baktığını bilmek istiyor.`,
    link: `${keepLink} Bağlantıyı sen istemediysen bu e-postayı yok sayabilirsin.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null ? `“${title}” nasıl sonuçlandı` : `${owner} sana yazdı: “${title}”`,
    preview: "Duyulanlar, verilen karar ve bir teşekkür.",
    opening: (owner) =>
      `${owner ?? someone} bu konuda senin görüşünü sormuştu. İşte ortaya çıkan sonuç.`,
    heard: "Duyduklarım",
    decided: "Kararım",
    thanks: "Teşekkürler",
    why: (owner) =>
      `Bu e-postayı, ${owner ?? "biri"} daha önce bu konuda senin görüşünü sorduğu için alıyorsun. Yanıtlaman gereken bir şey yok.`,
    unsubscribe: "Bu e-postaları artık alma",
  },
} satisfies EmailTexts;
