import type { EmailTexts } from "../en/emails.ts";

const someone = "Alguien que valora tu opinión";
const keepLink = "Este enlace es solo para ti, así que no lo compartas, por favor.";

const about = (minutes: string) => `unos ${minutes} minutos`;

export const emails = {
  quoted: (title) => `«${title}»`,
  greeting: (name) => `Hola, ${name}:`,
  factMark: ": ",
  why: (owner) => `${owner ?? "Alguien"} indicó tu dirección para pedirte tu opinión.`,
  unsubscribe: "Dejar de recibir correos",
  button: "Contar cómo lo veo",
  invitation: {
    subjects: {
      invitation: (owner, title) => `${owner ?? someone} quisiera saber qué piensas: «${title}»`,
      invitation_again: (owner, title) =>
        `${owner ?? someone} todavía quisiera saber qué piensas: «${title}»`,
      reminder: (owner, title) => `${owner ?? someone} todavía espera tu respuesta: «${title}»`,
    },
    openings: {
      invitation: (owner) =>
        `${owner ?? someone} le está dando vueltas a esto y quisiera saber cómo lo ves tú.`,
      invitation_again: (owner) =>
        `${owner ?? someone} ya te escribió sobre esto y todavía quisiera saber cómo lo ves.`,
      reminder: (owner) =>
        `${owner ?? someone} te preguntó hace un tiempo cómo ves esto. Unas pocas frases tuyas todavía ayudarían.`,
    },
    preview: (minutes) => `Unas pocas preguntas, ${about(minutes)}. No necesitas una cuenta.`,
    ifAnswered: "Si ya respondiste, gracias: no tienes que hacer nada más.",
    duration: "Duración",
    minutes: (minutes) => `${about(minutes)}, sin crear una cuenta`,
    openUntil: "Fecha límite",
    reader: "Quién lee tus respuestas",
    namedReader: (owner) => `${owner ?? "La persona que te invitó"}, con tu nombre al lado`,
    anonymousReader: (owner) => `${owner ?? "La persona que te invitó"}, sin tu nombre al lado`,
    anonymous:
      "Qué significa «anónimo»: tus respuestas quedan selladas hasta que se cierre la consulta, y tu nombre no se muestra con ellas. Si responden menos de 3 personas, no se muestra nada y se borra todo. Tu manera de escribir puede delatarte.",
    link: `${keepLink} Si prefieres no responder, puedes decirlo en la misma página y no recibirás más correos sobre esto.`,
  },
  furtherQuestion: {
    subject: (owner, title) => `${owner ?? someone} tiene una pregunta más sobre «${title}»`,
    reminder: (title) => `Recordatorio: una pregunta más sobre «${title}»`,
    opening: (owner, question) => `${owner ?? someone} tiene una pregunta más para ti: ${question}`,
    sealed:
      "Hasta entonces tu respuesta queda sellada y tu nombre no aparece junto a ella. Si responden menos de 3 personas, no se muestra nada y todo se borra. Tu forma de escribir puede delatarte.",
  },
  privateLink: {
    subject: (title) => `Tu enlace privado para «${title}»`,
    preview: "El enlace que pediste.",
    opening: (owner) =>
      `Aquí tienes el enlace privado que se pidió con tu dirección. ${owner ?? someone} quisiera saber cómo lo ves.`,
    link: `${keepLink} Si no lo pediste tú, puedes ignorar este correo.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null ? `Qué pasó con «${title}»` : `${owner} te escribió sobre «${title}»`,
    preview: "Lo que se escuchó, lo que se decidió y un agradecimiento.",
    opening: (owner) =>
      `${owner ?? someone} te pidió tu opinión sobre este tema. Esto es lo que resultó.`,
    heard: "Lo que escuché",
    decided: "Lo que decidí",
    thanks: "Gracias",
    why: (owner) =>
      `Recibes este correo porque ${owner ?? "alguien"} te pidió en su momento tu opinión sobre esto. No hay nada que responder.`,
    unsubscribe: "No recibir más correos como este",
  },
} satisfies EmailTexts;
