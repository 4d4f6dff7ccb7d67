import type { LaterMessages } from "../en/later.ts";
import { formatLongDay } from "../format-in.ts";
import { plural } from "../plural.ts";

export const later = {
  errors: {
    circle_closed: "Este pedido de opinião já foi encerrado.",
    invite_invalid: "Este link não é válido ou expirou.",
    invite_completed: "Você já enviou suas respostas",
    invite_declined: "Você preferiu não responder",
    link_full: "Este link atingiu o limite.",
    link_turned_off:
      "O link compartilhado foi desativado depois que você o abriu. Abra-o de novo ou fale com quem o enviou.",
    link_network_exhausted:
      "Em uma hora, 20 pessoas começaram a responder pela sua rede, o máximo que este link aceita. Abra-o de novo mais tarde.",
    answers_none: "Responda a pelo menos uma pergunta.",
    answer_too_long: "A resposta deve ter menos de 2.000 caracteres",
    answer_invalid: "Escolha um número de 1 a 5.",
    choice_invalid: "Escolha uma das opções. Se elas mudaram, recarregue a página.",
    question_unknown:
      "Uma pergunta mudou desde que você abriu esta página. Copie a resposta que você deu a ela e abra seu link de novo.",
    encouragement_too_long: "A mensagem de incentivo deve ter menos de 1.000 caracteres",
    text_unstorable: "Alguns caracteres não podem ser salvos. Remova os símbolos incomuns.",
    receipt_wrong:
      "Este código não abre nenhuma resposta aqui. Confira as quatro palavras e tente de novo.",
    receipt_tries_exhausted: "10 códigos estavam errados. Tente de novo daqui a uma hora.",
  },

  notifications: "Notificações",
  dismiss: "Fechar",
  missingTitle: "Abra seu link de novo",
  missing: "Abra de novo o link do seu e-mail",
  missingWhy: "O endereço desta página não inclui o seu link.",
  missingDraft: "Se você escreveu algo, está salvo no navegador em que escreveu.",
  invalid: "Link inválido",
  askAgain: "Peça um novo envio à pessoa que convidou você.",
  openSharedLink: "Abrir o link compartilhado",
  completedTitle: "Respostas já enviadas",
  completedThanks: "Agradecemos! Com cada link só dá para responder uma vez.",
  declinedTitle: "Sem resposta",
  declinedEmails: "Você não receberá mais e-mails sobre isso.",
  answerAfterAll: "Quero responder",
  unavailableTitle: "Falha ao carregar",
  unavailable: "Não foi possível carregar o pedido de opinião",
  unavailableWhy: "Não conseguimos carregar agora. Seu link está salvo.",
  tryAgain: "Tentar de novo",
  written: "O que você escreveu",
  writtenUnsent: "Isto não foi enviado.",
  versionUnsent: "Esta versão não foi enviada.",
  copy: "Copiar",
  copied: "Copiado!",
  copyRefused: "Seu navegador não permite isso. O texto está selecionado: é só copiar.",

  furtherQuestion: (owner: string | null) =>
    `${owner ?? "A pessoa que convidou você"} tem mais uma pergunta`,
  send: "Enviar",

  thanks: "Agradecemos!",
  onTheirWay: (owner: string | null) =>
    `Suas respostas já estão indo para ${owner ?? "a pessoa que convidou você"}.`,
  openUntil: "Aberto até",
  sealedUntil: "Lacradas até",
  longDay: (day: string) => formatLongDay("pt-BR", day),
  received: "Recebidas",
  formatReceived: (received: number, asked: number) =>
    `${received.toLocaleString("pt-BR")} de ${asked.toLocaleString("pt-BR")} ${plural("pt-BR", asked, { one: "opinião", other: "opiniões" })}`,
  ownQuestion: "Você também tem algo para decidir?",
  startYourOwn: "Crie sua Paraline",

  keepWayBack: "Guardar um jeito de voltar",
  wayBackWhy:
    "Até o encerramento, com este código e seu link privado, você pode ler, mudar ou retirar o que escreveu. Não podemos mostrar o código outra vez.",
  wayBackCode: "Seu código",
  wayBackLink: "Seu link privado com o código",
  print: "Imprimir",
  haveCode: "Tem o seu código?",
  haveCodeWhy: "Digite as quatro palavras para ler, mudar ou retirar o que você escreveu.",
  code: "Código",
  openAnswer: "Abrir",
} satisfies LaterMessages;
