import type { PageMessages } from "../en/page.ts";
import { formatShortDay } from "../format-in.ts";
import { plural } from "../plural.ts";

const inviter = "a pessoa que convidou você";

export const page = {
  language: "pt-BR",
  skip: "Ir para o conteúdo",
  home: "Paraline, início",
  progress: "Progresso",
  percent: (value: number) => `${value}%`,
  characters: (count: number, limit: number) =>
    `${count.toLocaleString("pt-BR")} de ${limit.toLocaleString("pt-BR")} caracteres`,
  day: (day: string) => formatShortDay("pt-BR", day),

  privateTo: (owner: string | null) => (owner === null ? "Privado" : `Só para ${owner}`),
  loading: "Carregando…",
  loadingWithoutScript: "Abra seu link privado de novo: ele funciona sem JavaScript.",
  loadFailed: "Não foi possível carregar o pedido de opinião. Confira seu link.",
  choiceFailed: "Não foi possível enviar. Tente de novo.",
  submitFailed: "Não foi possível enviar suas respostas. Tente de novo.",
  submitted: "Respostas enviadas!",

  aboutLabel: "Sobre este pedido de opinião",
  from: (owner: string | null) => `De ${owner ?? "alguém que valoriza sua opinião"}`,
  exploring: "No que está pensando",
  asking: "O que está pedindo a você",
  readAll: "Ler tudo",
  showLess: "Mostrar menos",
  takes: (minutes: string) => `Leva cerca de ${minutes.replace("-", " a ")} minutos`,
  whoReads: "Quem lê suas respostas",
  readersNamed: (owner: string | null) =>
    `Somente ${owner ?? inviter}, com o seu primeiro nome ao lado.`,
  readersNamedAndModel: (owner: string | null, model: string) =>
    `Somente ${owner ?? inviter} e, para o resumo das respostas, o modelo de IA ${model}, com o seu primeiro nome ao lado.`,
  readersSealed: (owner: string | null, until: string | null) =>
    `Somente ${owner ?? inviter}, sem nomes. As respostas ficam lacradas até ${until ?? "o encerramento do pedido"}.`,
  readersSealedAndModel: (owner: string | null, model: string, until: string | null) =>
    `Somente ${owner ?? inviter} e, para o resumo das respostas, o modelo de IA ${model}, sem nomes. As respostas ficam lacradas até ${until ?? "o encerramento do pedido"}.`,
  fewerThanThree: "Se menos de 3 pessoas responderem, nada é mostrado e tudo é apagado.",
  peopleAsked: (count: number | null) =>
    count === null
      ? "Outras pessoas podem responder por um link aberto."
      : plural("pt-BR", count, {
          one: "Você é a única pessoa consultada.",
          other: `${count.toLocaleString("pt-BR")} pessoas foram consultadas.`,
        }),
  insightsHere:
    "O resumo das respostas é feito somente neste servidor e pode usar as suas. No final, você pode deixá-las de fora.",
  insightsByModel: (model: string) =>
    `O resumo das respostas é feito pelo modelo de IA ${model} e pode usar as suas. No final, você pode deixá-las de fora.`,
  giveAway: "O que ainda poderia revelar quem você é",
  giveAwayWording: "Seu jeito de escrever.",
  giveAwayOwner: (owner: string | null) =>
    `${owner ?? "A pessoa que convidou você"} também poderia responder, e conhece as próprias respostas. Se só mais uma pessoa responder, essa pessoa é você.`,
  giveAwayServer: "Quem administra este servidor poderia associar uma resposta a você.",

  question: (number: number, count: number) => `Pergunta ${number} de ${count}`,
  answerPlaceholder: "Conte o que você pensa…",
  hint: (words: string) =>
    `“${words}” pode revelar quem você é. Você pode deixar assim ou dizer de outro jeito.`,
  decline: "Prefiro não responder",
  goToFirst: "Ir para a primeira pergunta",
  back: "Voltar",
  next: "Avançar",
  submit: "Enviar respostas",
  submitting: "Enviando…",
  safeToSubmitAgain: "Suas respostas continuam aqui. Pode enviar de novo sem problema.",
  encouragement: "Deixe uma mensagem de incentivo",
  encouragementHint: (owner: string | null) =>
    `Opcional. Uma ou duas linhas para ${owner ?? inviter} guardar, aconteça o que acontecer.`,
  leaveOut: "Não incluir minhas respostas no resumo",
  leaveOutHint: (owner: string | null) =>
    `${owner ?? "A pessoa que convidou você"} ainda poderá ler suas respostas.`,
} satisfies PageMessages;
