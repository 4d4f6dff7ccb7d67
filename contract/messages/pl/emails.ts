import type { EmailTexts } from "../en/emails.ts";

const someone = "Ktoś, komu zależy na Twojej opinii,";
const keepLink = "Ten link jest tylko dla Ciebie. Prosimy, nie przekazuj go dalej.";

const about = (minutes: string) => `około ${minutes} minut`;

export const emails = {
  quoted: (title) => `„${title}”`,
  greeting: (name) => `Cześć, ${name}!`,
  factMark: ": ",
  why: (owner) =>
    owner === null
      ? "Ktoś podał Twój adres, żeby poprosić Cię o opinię."
      : `Twój adres podała osoba, która prosi o Twoją opinię: ${owner}.`,
  unsubscribe: "Zrezygnuj z e-maili",
  button: "Napisz, jak to widzisz",
  invitation: {
    subjects: {
      invitation: (owner, title) => `${owner ?? someone} pyta, jak to widzisz: „${title}”`,
      invitation_again: (owner, title) =>
        `${owner ?? someone} nadal chce wiedzieć, jak to widzisz: „${title}”`,
      reminder: (owner, title) => `${owner ?? someone} wciąż liczy na Twoją odpowiedź: „${title}”`,
    },
    openings: {
      invitation: (owner) =>
        `${owner ?? someone} właśnie się nad tym zastanawia i chętnie się dowie, jak to widzisz.`,
      invitation_again: (owner) =>
        `${owner ?? someone} pisze do Ciebie w tej sprawie po raz kolejny i nadal chętnie się dowie, jak to widzisz.`,
      reminder: (owner) =>
        `${owner ?? someone} nadal liczy na Twoją odpowiedź. Pytanie przyszło do Ciebie jakiś czas temu, ale kilka zdań od Ciebie wciąż pomoże.`,
    },
    preview: (minutes) => `Kilka pytań, ${about(minutes)}. Bez zakładania konta.`,
    ifAnswered: "Jeśli Twoja odpowiedź jest już wysłana, dziękujemy: nie trzeba robić nic więcej.",
    duration: "Czas",
    minutes: (minutes) => `${about(minutes)}, bez zakładania konta`,
    openUntil: "Otwarte do",
    reader: "Kto przeczyta Twoje odpowiedzi",
    namedReader: (owner) => `${owner ?? "Osoba, która Cię zaprosiła"}, z Twoim imieniem`,
    anonymousReader: (owner) => `${owner ?? "Osoba, która Cię zaprosiła"}, bez Twojego imienia`,
    anonymous:
      "Co znaczy „anonimowo”: Twoje odpowiedzi są zapieczętowane, dopóki trwa zbieranie odpowiedzi, i nie widać przy nich Twojego imienia. Jeśli odpowie mniej niż 3 osoby, nic nie zostanie pokazane, a wszystko zostanie usunięte. Może Cię zdradzić Twój sposób pisania.",
    link: `${keepLink} Jeśli wolisz nie odpowiadać, możesz to zaznaczyć na tej samej stronie i nie dostaniesz więcej e-maili w tej sprawie.`,
  },
  furtherQuestion: {
    subject: (owner, title) => `${owner ?? someone} ma jeszcze jedno pytanie w sprawie „${title}”`,
    reminder: (title) => `Przypomnienie: jeszcze jedno pytanie w sprawie „${title}”`,
    opening: (owner, question) =>
      `${owner ?? someone} ma do Ciebie jeszcze jedno pytanie: ${question}`,
    sealed:
      "Do tego dnia Twoja odpowiedź jest zapieczętowana i nie widać przy niej Twojego imienia. Jeśli odpowie mniej niż 3 osoby, nic nie zostanie pokazane, a wszystko zostanie usunięte. Może Cię zdradzić Twój sposób pisania.",
  },
  privateLink: {
    subject: (title) => `Twój prywatny link: „${title}”`,
    preview: "Oto link, o który prosisz.",
    opening: (owner) =>
      `Oto prywatny link, o który poproszono, podając Twój adres. ${owner ?? someone} chętnie się dowie, jak to widzisz.`,
    link: `${keepLink} Jeśli ta prośba nie pochodzi od Ciebie, możesz zignorować tę wiadomość.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null
        ? `„${title}”: co z tego wynikło`
        : `${owner} pisze do Ciebie w sprawie „${title}”`,
    preview: "Wnioski, decyzja i podziękowanie.",
    opening: (owner) =>
      owner === null
        ? "Jakiś czas temu ktoś poprosił Cię o opinię w tej sprawie. Oto, co z tego wynikło."
        : `${owner} wraca do sprawy, w której poproszono Cię o opinię. Oto, co z tego wynikło.`,
    heard: "Co do mnie dotarło",
    decided: "Moja decyzja",
    thanks: "Dziękuję",
    why: (owner) =>
      owner === null
        ? "Dostajesz tę wiadomość, bo ktoś wcześniej poprosił Cię o opinię w tej sprawie. Nie trzeba odpowiadać."
        : `Dostajesz tę wiadomość, bo wcześniej poproszono Cię o opinię w tej sprawie (pyta ${owner}). Nie trzeba odpowiadać.`,
    unsubscribe: "Nie chcę więcej takich e-maili",
  },
} satisfies EmailTexts;
