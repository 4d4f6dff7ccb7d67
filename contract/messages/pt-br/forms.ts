import type { FormMessages } from "../en/forms.ts";

export const forms = {
  otherLanguages: "Idioma",

  private: "Privado",
  linkPreviewTitle: "Alguém quer saber como você vê as coisas",
  linkPreviewLine: "Algumas perguntas para responder com privacidade. Não precisa de conta.",

  shareTitle: "Sua opinião, com privacidade",
  wereYouInvited: "Você recebeu um convite?",
  enterAddress:
    "Alguém que você conhece quer saber a sua opinião, com privacidade. Digite o endereço de e-mail para o qual seu convite foi enviado, e enviaremos o seu próprio link.",
  yourAddress: "Seu e-mail",
  sendMyLink: "Receber meu link",
  linkIsYours:
    "O link é enviado por e-mail só para você. Assim, ninguém mais pode responder no seu lugar.",
  addressUse: "Seu endereço é usado só para este e-mail. Sem conta, sem senha, sem cookies.",
  checkYourEmail: "Confira seu e-mail",
  onItsWay: "Se houver um convite para este endereço, o link privado já está a caminho.",
  aMinuteOrTwo: "Leva um ou dois minutos. Confira também a pasta de spam.",
  anotherAddress: "Tentar outro endereço",
  askedForYourView: "Pediram a sua opinião sobre",
  firstName: "Seu primeiro nome",
  start: "Começar",
  howItWorks:
    "Algumas perguntas, uma de cada vez. Antes de escrever, você verá quem lê suas respostas.",
  sealedAnswers:
    "As respostas ficam lacradas até o encerramento. Então todas são mostradas juntas, sem nomes. Sem conta, sem senha, sem cookies.",
  namedAnswers:
    "Somente quem pergunta lê suas respostas, com o seu primeiro nome ao lado. Sem conta, sem senha, sem cookies.",
  addressMissing: "Digite um endereço de e-mail",
  addressMalformed: "Digite um endereço de e-mail válido",
  firstNameMissing: "Digite um primeiro nome",
  tooLong: "Está longo demais. Encurte um pouco.",
  tooOften: "Muitas tentativas. Tente de novo daqui a pouco.",
  failed: "Algo deu errado do nosso lado. Tente de novo.",

  unsentTitle: "Respostas não enviadas",
  stillHere: "Suas respostas continuam aqui",
  questionNumber: (number: number) => `Pergunta ${number}`,
  encouragementNote: "Mensagem de incentivo",

  writtenWhy: "Você pode mudar ou retirar até o encerramento.",
  changeSeen: "O dia da mudança aparece junto das suas respostas.",
  saveChanges: "Salvar mudanças",
  saved: "Suas mudanças foram salvas.",
  withdraw: "Retirar o que escrevi",
  withdrawWhy:
    "Tudo é apagado e não pode ser recuperado. Você pode responder de novo pelo seu link privado.",
  withdrawNow: "Apagar de vez",
  withdrawnTitle: "Respostas retiradas",
  withdrawn: "O que você escreveu foi apagado. Você pode responder de novo até o encerramento.",
  answerAgain: "Responder de novo",

  unsubscribeTitle: "Parar de receber e-mails",
  noMoreFrom: (owner: string | null) => `Não quer mais receber e-mails ${from(owner)}?`,
  linksKeepWorking: "Os links que você já tem continuarão funcionando.",
  unsubscribe: "Parar de receber",
  stopEveryone: "Não receber e-mails de ninguém na Paraline",
  subscribedAgain: "E-mails reativados",
  canGetAgain: (owner: string | null) => `Você pode voltar a receber e-mails ${from(owner)}.`,
  unsubscribed: "E-mails desativados",
  noneFrom: (owner: string | null) => `Você não receberá mais e-mails ${from(owner)}.`,
  noneFromButOthers: (owner: string | null) =>
    `Você não receberá mais e-mails ${from(owner)}. Outras pessoas na Paraline podem voltar a escrever para você.`,
  getFromAgain: (owner: string | null) => `Voltar a receber e-mails ${from(owner)}`,
  noneFromAnyone: "Você não receberá mais e-mails de ninguém na Paraline.",
  getAgain: "Voltar a receber e-mails",
  unsubscribeInvalid: "Este link para parar de receber e-mails não é válido.",
  openFromEmail: "Abra-o de novo pelo e-mail ou copie-o por inteiro.",
} satisfies FormMessages;

function from(owner: string | null): string {
  return owner === null ? "desta pessoa" : `de ${owner}`;
}
