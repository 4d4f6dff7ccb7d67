import type { FormMessages } from "../en/forms.ts";

export const forms = {
  otherLanguages: "Idioma",

  private: "Privado",
  linkPreviewTitle: "Alguien quiere saber cómo lo ves tú",
  linkPreviewLine: "Unas pocas preguntas para responder en privado. No necesitas una cuenta.",

  shareTitle: "Tu opinión, en privado",
  wereYouInvited: "¿Te invitaron?",
  enterAddress:
    "Alguien a quien conoces te pide tu opinión, en privado. Escribe la dirección de correo a la que se envió tu invitación y te mandaremos tu propio enlace.",
  yourAddress: "Tu correo electrónico",
  sendMyLink: "Recibir mi enlace",
  linkIsYours: "El enlace se envía solo a tu correo: así nadie más puede responder en tu lugar.",
  addressUse: "Tu dirección se usa solo para este correo. Sin cuenta, sin contraseña, sin cookies.",
  checkYourEmail: "Revisa tu correo",
  onItsWay: "Si hay una invitación para esta dirección, el enlace privado ya va en camino.",
  aMinuteOrTwo: "Tarda uno o dos minutos. Revisa también la carpeta de spam.",
  anotherAddress: "Probar otra dirección",
  askedForYourView: "Te piden tu opinión sobre",
  firstName: "Tu nombre de pila",
  start: "Empezar",
  howItWorks:
    "Unas pocas preguntas, de una en una. Antes de escribir nada, verás quién lee tus respuestas.",
  sealedAnswers:
    "Las respuestas quedan selladas hasta que se cierre la consulta. Entonces se muestran todas juntas, sin nombres. Sin cuenta, sin contraseña, sin cookies.",
  namedAnswers:
    "Solo la persona que pregunta lee tus respuestas, con tu nombre de pila al lado. Sin cuenta, sin contraseña, sin cookies.",
  addressMissing: "Escribe una dirección de correo",
  addressMalformed: "Escribe una dirección de correo válida",
  firstNameMissing: "Escribe un nombre de pila",
  tooLong: "Es demasiado largo. Acórtalo un poco.",
  tooOften: "Demasiadas solicitudes. Inténtalo de nuevo en un momento.",
  failed: "Algo falló por nuestra parte. Inténtalo de nuevo.",

  unsentTitle: "Respuestas no enviadas",
  stillHere: "Tus respuestas siguen aquí",
  questionNumber: (number: number) => `Pregunta ${number}`,
  encouragementNote: "Palabras de ánimo",

  writtenWhy: "Puedes cambiarlo o retirarlo hasta que se cierre la consulta.",
  changeSeen: "El día del cambio se muestra junto a tus respuestas.",
  saveChanges: "Guardar cambios",
  saved: "Tus cambios están guardados.",
  withdraw: "Retirar lo que escribí",
  withdrawWhy: "Se borra y no se puede recuperar. Puedes volver a responder con tu enlace privado.",
  withdrawNow: "Borrar para siempre",
  withdrawnTitle: "Respuestas retiradas",
  withdrawn:
    "Lo que escribiste se ha borrado. Puedes volver a responder hasta que se cierre la consulta.",
  answerAgain: "Responder de nuevo",

  unsubscribeTitle: "Dejar de recibir correos",
  noMoreFrom: (owner: string | null) =>
    `¿Ya no quieres recibir correos de ${owner ?? "esta persona"}?`,
  linksKeepWorking: "Los enlaces que ya tienes seguirán funcionando.",
  unsubscribe: "Dejar de recibirlos",
  stopEveryone: "No recibir correos de nadie en Paraline",
  subscribedAgain: "Correos reactivados",
  canGetAgain: (owner: string | null) =>
    `Puedes volver a recibir correos de ${owner ?? "esta persona"}.`,
  unsubscribed: "Correos desactivados",
  noneFrom: (owner: string | null) => `No recibirás más correos de ${owner ?? "esta persona"}.`,
  noneFromButOthers: (owner: string | null) =>
    `No recibirás más correos de ${owner ?? "esta persona"}. Otras personas en Paraline pueden volver a escribirte.`,
  getFromAgain: (owner: string | null) => `Volver a recibir correos de ${owner ?? "esta persona"}`,
  noneFromAnyone: "No recibirás más correos de nadie en Paraline.",
  getAgain: "Volver a recibir correos",
  unsubscribeInvalid: "Este enlace para dejar de recibir correos no es válido.",
  openFromEmail: "Ábrelo de nuevo desde el correo o cópialo completo.",
} satisfies FormMessages;
