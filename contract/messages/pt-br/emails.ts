import type { EmailTexts } from "../en/emails.ts";

const someone = "Uma pessoa que valoriza sua opinião";
const keepLink = "Este link é só seu, então, por favor, não o compartilhe.";

const about = (minutes: string) => `cerca de ${minutes} minutos`;

export const emails = {
  quoted: (title) => `“${title}”`,
  greeting: (name) => `Oi, ${name}!`,
  factMark: ": ",
  why: (owner) => `${owner ?? "Alguém"} informou seu endereço para pedir sua opinião.`,
  unsubscribe: "Cancelar inscrição",
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
        `${owner ?? someone} está pensando nisto e gostaria de saber como você vê a questão.`,
      invitation_again: (owner) =>
        `${owner ?? someone} já escreveu para você sobre isto e ainda gostaria de saber como você vê a questão.`,
      reminder: (owner) =>
        `${owner ?? someone} perguntou há algum tempo como você vê isto. Algumas frases suas ainda ajudariam.`,
    },
    preview: (minutes) => `Algumas perguntas, ${about(minutes)}. Não precisa de conta.`,
    ifAnswered: "Se você já respondeu, agradecemos: não há mais nada a fazer.",
    duration: "Leva",
    minutes: (minutes) => `${about(minutes)}, sem criar conta`,
    openUntil: "Aberto até",
    reader: "Quem lê",
    namedReader: (owner) => `${owner ?? "A pessoa que convidou você"}, com seu nome ao lado`,
    anonymousReader: (owner) => `${owner ?? "A pessoa que convidou você"}, sem seu nome ao lado`,
    anonymous:
      "O que significa anônimo: suas respostas ficam lacradas até o encerramento, e seu nome não aparece com elas. Se menos de 3 pessoas responderem, nada é mostrado e tudo é apagado. Seu jeito de escrever pode revelar quem você é.",
    link: `${keepLink} Se preferir não responder, você pode dizer isso na mesma página e não receberá mais e-mails sobre o assunto.`,
  },
  privateLink: {
    subject: (title) => `Seu link pessoal para “${title}”`,
    preview: "O link que você pediu.",
    opening: (owner) =>
      `Aqui está o link pessoal que foi pedido com seu endereço. ${owner ?? someone} gostaria de saber como você vê a questão.`,
    link: `${keepLink} Se você não pediu o link, pode ignorar este e-mail.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null ? `No que deu “${title}”` : `${owner} escreveu para você sobre “${title}”`,
    preview: "O que foi ouvido, o que foi decidido e um agradecimento.",
    opening: (owner) => `${owner ?? someone} pediu sua opinião sobre isto. Veja no que deu.`,
    heard: "O que eu ouvi",
    decided: "O que eu decidi",
    thanks: "Meu agradecimento",
    why: (owner) =>
      `Você recebeu este e-mail porque ${owner ?? "alguém"} já pediu sua opinião sobre isto. Não é preciso responder.`,
    unsubscribe: "Não quero mais receber estes e-mails",
  },
} satisfies EmailTexts;
