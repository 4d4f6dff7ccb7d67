import type { EmailTexts } from "../en/emails.ts";

const someone = "Ktoś, komu zależy na Twoim zdaniu,";
const keepLink = "Ten link jest tylko dla Ciebie, więc nie przekazuj go dalej.";

const about = (minutes: string) => `około ${minutes} minut`;

export const emails = {
  quoted: (title) => `„${title}”`,
  greeting: (name) => `Cześć, ${name}!`,
  factMark: ": ",
  why: (owner) =>
    owner === null
      ? "Ktoś podał Twój adres, żeby zapytać Cię o zdanie."
      : `Twój adres podała osoba, która chce poznać Twoje zdanie: ${owner}.`,
  unsubscribe: "Wypisz mnie",
  button: "Podziel się swoim zdaniem",
  invitation: {
    subjects: {
      invitation: (owner, title) =>
        `${owner ?? someone} chce wiedzieć, co o tym myślisz: „${title}”`,
      invitation_again: (owner, title) =>
        `${owner ?? someone} nadal chce wiedzieć, co o tym myślisz: „${title}”`,
      reminder: (owner, title) => `${owner ?? someone} wciąż liczy na Twoją odpowiedź: „${title}”`,
    },
    openings: {
      invitation: (owner) =>
        `${owner ?? someone} właśnie się nad tym zastanawia i chce wiedzieć, jak to widzisz.`,
      invitation_again: (owner) =>
        `${owner ?? someone} nadal chce wiedzieć, jak to widzisz. To kolejna wiadomość w tej sprawie.`,
      reminder: (owner) =>
        `${owner ?? someone} nadal chce wiedzieć, jak to widzisz. Pytanie przyszło do Ciebie jakiś czas temu, a kilka zdań od Ciebie wciąż pomoże.`,
    },
    preview: (minutes) => `Kilka pytań, ${about(minutes)}. Bez zakładania konta.`,
    ifAnswered:
      "Jeśli Twoja odpowiedź już do nas dotarła, dziękujemy: nie trzeba robić nic więcej.",
    duration: "Zajmie Ci to",
    minutes: (minutes) => `${about(minutes)}, bez zakładania konta`,
    openUntil: "Ostatni dzień na odpowiedź",
    reader: "Kto to przeczyta",
    namedReader: (owner) => `${owner ?? "Osoba, która Cię zaprasza"}, z Twoim imieniem obok`,
    anonymousReader: (owner) => `${owner ?? "Osoba, która Cię zaprasza"}, bez Twojego imienia`,
    anonymous:
      "Co znaczy „anonimowo”: Twoje odpowiedzi pozostają zapieczętowane aż do zamknięcia, a obok nich nie ma Twojego imienia. Jeśli odpowie mniej niż 3 osoby, nic nie zostanie pokazane, a wszystko zostanie usunięte. Może Cię zdradzić Twój sposób pisania.",
    link: `${keepLink} Jeśli wolisz nie odpowiadać, możesz to zaznaczyć na tej samej stronie i nie dostaniesz więcej e-maili w tej sprawie.`,
  },
  privateLink: {
    subject: (title) => `Twój osobisty link: „${title}”`,
    preview: "Oto link, o który prosisz.",
    opening: (owner) =>
      `Oto osobisty link, o który poproszono z Twoim adresem. ${owner ?? someone} chce wiedzieć, jak to widzisz.`,
    link: `${keepLink} Jeśli to nie Ty o niego prosisz, możesz zignorować tę wiadomość.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null ? `Co wynikło z pytania „${title}”` : `${owner} pisze do Ciebie: „${title}”`,
    preview: "Co zostało usłyszane, co zostało postanowione, i podziękowanie.",
    opening: (owner) =>
      owner === null
        ? "Jakiś czas temu ktoś zapytał Cię o zdanie. Oto, co z tego wynikło."
        : `${owner} dziękuje za Twoje zdanie. Oto, co z tego wynikło.`,
    heard: "Czego się dowiaduję",
    decided: "Moja decyzja",
    thanks: "Dziękuję",
    why: (owner) =>
      owner === null
        ? "Dostajesz tę wiadomość, bo ktoś wcześniej zapytał Cię o zdanie w tej sprawie. Nie trzeba odpowiadać."
        : `Dostajesz tę wiadomość, bo wcześniej przyszło do Ciebie pytanie o zdanie w tej sprawie. Pyta: ${owner}. Nie trzeba odpowiadać.`,
    unsubscribe: "Nie chcę więcej takich e-maili",
  },
} satisfies EmailTexts;
