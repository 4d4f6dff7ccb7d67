import type { EmailTexts } from "../en/emails.ts";

const someone = "Alguém que valoriza sua opinião";
const keepLink = "Este link é só seu: por favor, não compartilhe.";

const about = (minutes: string) => `cerca de ${minutes.replace(/[-–]/, " a ")} minutos`;

export const emails = {
  quoted: (title) => `“${title}”`,
  greeting: (name) => `Oi, ${name}!`,
  factMark: ": ",
  why: (owner) => `${owner ?? "Alguém"} informou seu endereço para pedir sua opinião.`,
  unsubscribe: "Parar de receber e-mails",
  button: "Contar o que penso",
  invitation: {
    subjects: {
      invitation: (owner, title) => `${owner ?? someone} quer saber o que você pensa: “${title}”`,
      invitation_again: (owner, title) =>
        `${owner ?? someone} ainda quer saber o que você pensa: “${title}”`,
      reminder: (owner, title) => `${owner ?? someone} ainda espera sua resposta: “${title}”`,
    },
    openings: {
      invitation: (owner) =>
        `${owner ?? someone} está pensando nisso e gostaria de saber como você vê a questão.`,
      invitation_again: (owner) =>
        `${owner ?? someone} já escreveu para você sobre isso e ainda gostaria de saber como você vê a questão.`,
      reminder: (owner) =>
        `${owner ?? someone} perguntou há algum tempo como você vê isso. Algumas frases suas ainda ajudariam.`,
    },
    preview: (minutes) => `Algumas perguntas, ${about(minutes)}. Não precisa de conta.`,
    ifAnswered: "Se você já respondeu, agradecemos: não precisa fazer mais nada.",
    duration: "Duração",
    minutes: (minutes) => `${about(minutes)}, sem criar conta`,
    openUntil: "Aberto até",
    reader: "Quem lê suas respostas",
    namedReader: (owner) => `${owner ?? "A pessoa que convidou você"}, com seu nome ao lado`,
    anonymousReader: (owner) => `${owner ?? "A pessoa que convidou você"}, sem seu nome ao lado`,
    anonymous:
      "O que significa “anônimo”: suas respostas ficam lacradas até o encerramento do pedido, e seu nome não é mostrado com elas. Se menos de 3 pessoas responderem, nada é mostrado e tudo é apagado. Seu jeito de escrever pode revelar quem você é.",
    link: `${keepLink} Se preferir não responder, você pode dizer isso na mesma página e não receberá mais e-mails sobre o assunto.`,
  },
  furtherQuestion: {
    subject: (owner, title) => `${owner ?? someone} tem mais uma pergunta sobre “${title}”`,
    reminder: (title) => `Lembrete: mais uma pergunta sobre “${title}”`,
    opening: (owner, question) =>
      `${owner ?? someone} tem mais uma pergunta para você: ${question}`,
    sealed:
      "Até lá, sua resposta fica lacrada, e seu nome não aparece junto dela. Se menos de 3 pessoas responderem, nada é mostrado e tudo é apagado. Seu jeito de escrever pode revelar quem você é.",
  },
  privateLink: {
    subject: (title) => `Seu link privado para “${title}”`,
    preview: "O link que você pediu.",
    opening: (owner) =>
      `Aqui está o link privado que foi pedido com seu endereço. ${owner ?? someone} gostaria de saber como você vê a questão.`,
    link: `${keepLink} Se você não pediu o link, pode ignorar este e-mail.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null
        ? `Novidades sobre “${title}”`
        : `${owner} escreveu para você sobre “${title}”`,
    preview: "O que foi ouvido, o que foi decidido e um agradecimento.",
    opening: (owner) => `${owner ?? someone} pediu sua opinião sobre isso. Veja o que veio depois.`,
    heard: "O que eu ouvi",
    decided: "O que eu decidi",
    thanks: "Meu agradecimento",
    why: (owner) =>
      `Você recebeu este e-mail porque ${owner ?? "alguém"} já pediu sua opinião sobre isso. Não há nada para responder.`,
    unsubscribe: "Não quero mais receber estes e-mails",
  },
} satisfies EmailTexts;
