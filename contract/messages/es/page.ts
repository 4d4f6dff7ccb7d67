import type { PageMessages } from "../en/page.ts";
import { formatShortDay } from "../format-in.ts";
import { plural } from "../plural.ts";

const inviter = "la persona que te invitó";

export const page = {
  language: "es",
  skip: "Saltar al contenido",
  home: "Paraline, inicio",
  progress: "Progreso",
  percent: (value: number) => `${value}\u00a0%`,
  characters: (count: number, limit: number) =>
    `${count.toLocaleString("es")} de ${limit.toLocaleString("es")} caracteres`,
  day: (day: string) => formatShortDay("es", day),

  privateTo: (owner: string | null) => (owner === null ? "Privado" : `Solo para ${owner}`),
  loading: "Cargando…",
  loadingWithoutScript: "Abre de nuevo tu enlace privado: funciona sin JavaScript.",
  loadFailed: "No se pudo cargar la consulta. Revisa tu enlace.",
  choiceFailed: "No se pudo enviar. Inténtalo de nuevo.",
  submitFailed: "No se pudieron enviar tus respuestas. Inténtalo de nuevo.",
  submitted: "¡Respuestas enviadas!",

  aboutLabel: "Sobre esta consulta",
  from: (owner: string | null) => `De ${owner ?? "alguien que valora tu opinión"}`,
  exploring: "En qué está pensando",
  asking: "Qué te pide",
  readAll: "Leer todo",
  showLess: "Mostrar menos",
  takes: (minutes: string) => `Te llevará unos ${minutes} minutos`,
  whoReads: "Quién lee tus respuestas",
  readersNamed: (owner: string | null) =>
    `Solo ${owner ?? inviter}, con tu nombre de pila al lado.`,
  readersNamedAndModel: (owner: string | null, model: string) =>
    `Solo ${owner ?? inviter} y, para el resumen de las respuestas, el modelo de IA ${model}, con tu nombre de pila al lado.`,
  readersSealed: (owner: string | null, until: string | null) =>
    `Solo ${owner ?? inviter}, sin nombres. Las respuestas quedan selladas hasta ${closing(until)}.`,
  readersSealedAndModel: (owner: string | null, model: string, until: string | null) =>
    `Solo ${owner ?? inviter} y, para el resumen de las respuestas, el modelo de IA ${model}, sin nombres. Las respuestas quedan selladas hasta ${closing(until)}.`,
  fewerThanThree: "Si responden menos de 3 personas, no se muestra nada y se borra todo.",
  peopleAsked: (count: number | null) =>
    count === null
      ? "Otras personas pueden responder con un enlace abierto."
      : plural("es", count, {
          one: "Eres la única persona consultada.",
          other: `Se consultó a ${count.toLocaleString("es")} personas.`,
        }),
  insightsHere:
    "El resumen de las respuestas se hace solo en este servidor y puede usar las tuyas. Al final puedes excluirlas.",
  insightsByModel: (model: string) =>
    `El resumen de las respuestas lo hace el modelo de IA ${model} y puede usar las tuyas. Al final puedes excluirlas.`,
  giveAway: "Lo que aun así podría delatarte",
  giveAwayWording: "Tu manera de escribir.",
  giveAwayOwner: (owner: string | null) =>
    `${owner ?? "La persona que te invitó"} también podría responder, y conoce sus propias respuestas. Si solo responde una persona más, esa persona eres tú.`,
  giveAwayServer: "Quien administra este servidor podría relacionar una respuesta contigo.",

  question: (number: number, count: number) => `Pregunta ${number} de ${count}`,
  answerPlaceholder: "Cuenta lo que piensas…",
  hint: (words: string) =>
    `«${words}» puede revelar quién eres. Puedes dejarlo así o decirlo de otra manera.`,
  decline: "Prefiero no responder",
  goToFirst: "Ir a la primera pregunta",
  back: "Atrás",
  next: "Siguiente",
  submit: "Enviar respuestas",
  submitting: "Enviando…",
  safeToSubmitAgain: "Tus respuestas siguen aquí. Puedes enviarlas otra vez sin problema.",
  encouragement: "Deja unas palabras de ánimo",
  encouragementHint: (owner: string | null) =>
    `Opcional. Una o dos líneas que ${owner ?? inviter} pueda guardar, pase lo que pase.`,
  leaveOut: "No incluir mis respuestas en el resumen",
  leaveOutHint: (owner: string | null) =>
    `${owner ?? "La persona que te invitó"} podrá leer tus respuestas de todos modos.`,
} satisfies PageMessages;

function closing(until: string | null): string {
  return until === null ? "que se cierre la consulta" : `el ${until}`;
}
