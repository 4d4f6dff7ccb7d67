import type { LaterMessages } from "../en/later.ts";
import { formatLongDay } from "../format-in.ts";
import { plural } from "../plural.ts";

export const later = {
  errors: {
    circle_closed: "Esta consulta ya está cerrada.",
    invite_invalid: "Este enlace no es válido o ha expirado.",
    invite_completed: "Ya enviaste tus respuestas",
    invite_declined: "Preferiste no responder",
    link_full: "Este enlace ha llegado a su límite.",
    link_turned_off:
      "El enlace compartido se desactivó después de que lo abrieras. Ábrelo de nuevo o pregúntale a quien te lo envió.",
    link_network_exhausted:
      "En una hora, 20 personas han empezado a responder desde tu red, el máximo que admite este enlace. Ábrelo de nuevo más tarde.",
    answers_none: "Responde al menos a una pregunta.",
    answer_too_long: "La respuesta debe tener menos de 2000 caracteres",
    answer_invalid: "Elige un número del 1 al 5.",
    choice_invalid: "Elige una de las opciones. Si han cambiado, recarga la página.",
    question_unknown:
      "Una pregunta ha cambiado desde que abriste esta página. Copia la respuesta que le diste y abre de nuevo tu enlace.",
    encouragement_too_long: "Las palabras de ánimo deben tener menos de 1000 caracteres",
    text_unstorable:
      "Aquí hay caracteres que no se pueden guardar. Quita los símbolos poco comunes.",
    receipt_wrong:
      "Este código no abre ninguna respuesta aquí. Revisa las cuatro palabras e inténtalo de nuevo.",
    receipt_tries_exhausted: "10 códigos eran incorrectos. Inténtalo de nuevo dentro de una hora.",
  },

  notifications: "Notificaciones",
  dismiss: "Cerrar",
  missingTitle: "Abre de nuevo tu enlace",
  missing: "Abre de nuevo el enlace de tu correo",
  missingWhy: "La dirección de esta página no incluye tu enlace.",
  missingDraft: "Lo que hayas escrito está guardado en el navegador en el que lo escribiste.",
  invalid: "Enlace no válido",
  askAgain: "Pídele a la persona que te invitó que te lo envíe de nuevo.",
  openSharedLink: "Abrir el enlace compartido",
  completedTitle: "Respuestas ya enviadas",
  completedThanks: "Gracias. Con cada enlace se puede responder una sola vez.",
  declinedTitle: "Sin responder",
  declinedEmails: "No recibirás más correos sobre esto.",
  answerAfterAll: "Quiero responder",
  unavailableTitle: "No se pudo cargar",
  unavailable: "No se pudo cargar la consulta",
  unavailableWhy: "Ahora mismo no podemos cargarla. Tu enlace está guardado.",
  tryAgain: "Intentar de nuevo",
  written: "Lo que escribiste",
  writtenUnsent: "Esto no se envió.",
  versionUnsent: "Esta versión no se envió.",
  copy: "Copiar",
  copied: "¡Copiado!",
  copyRefused: "Tu navegador no lo permite. El texto está seleccionado: cópialo.",

  furtherQuestion: (owner: string | null) =>
    `${owner ?? "La persona que te invitó"} tiene una pregunta más`,
  send: "Enviar",

  thanks: "Gracias",
  onTheirWay: (owner: string | null) =>
    `Tus respuestas van en camino hacia ${owner ?? "la persona que te invitó"}.`,
  openUntil: "Fecha límite",
  sealedUntil: "Selladas hasta el",
  longDay: (day: string) => formatLongDay("es", day),
  received: "Recibidas",
  formatReceived: (received: number, asked: number) =>
    `${received.toLocaleString("es")} de ${asked.toLocaleString("es")} ${plural("es", asked, { one: "opinión", other: "opiniones" })}`,
  ownQuestion: "¿Tú también tienes algo que decidir?",
  startYourOwn: "Crea tu Paraline",

  keepWayBack: "Guardar una forma de volver",
  wayBackWhy:
    "Hasta que se cierre la consulta, con este código y tu enlace privado puedes leer, cambiar o retirar lo que escribiste. No podemos mostrar el código otra vez.",
  wayBackCode: "Tu código",
  wayBackLink: "Tu enlace privado con el código",
  print: "Imprimir",
  haveCode: "¿Tienes tu código?",
  haveCodeWhy: "Escribe sus cuatro palabras para leer, cambiar o retirar lo que escribiste.",
  code: "Código",
  openAnswer: "Abrir",
} satisfies LaterMessages;
