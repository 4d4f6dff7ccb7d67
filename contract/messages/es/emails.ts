import type { EmailTexts } from "../en/emails.ts";

const someone = "Una persona que valora tu opinión";
const keepLink = "Este enlace es solo para ti, así que no lo compartas, por favor.";

const about = (minutes: string) => `unos ${minutes} minutos`;

export const emails = {
  quoted: (title) => `«${title}»`,
  greeting: (name) => `Hola, ${name}:`,
  factMark: ": ",
  why: (owner) => `${owner ?? "Alguien"} escribió tu dirección para pedirte tu opinión.`,
  unsubscribe: "Darme de baja",
  button: "Contar cómo lo veo",
  invitation: {
    subjects: {
      invitation: (owner, title) => `${owner ?? someone} quiere saber qué piensas: «${title}»`,
      invitation_again: (owner, title) =>
        `${owner ?? someone} todavía quiere saber qué piensas: «${title}»`,
      reminder: (owner, title) => `${owner ?? someone} todavía espera tu respuesta: «${title}»`,
    },
    openings: {
      invitation: (owner) =>
        `${owner ?? someone} le está dando vueltas a esto y quisiera saber cómo lo ves tú.`,
      invitation_again: (owner) =>
        `${owner ?? someone} ya te escribió sobre esto y todavía quisiera saber cómo lo ves tú.`,
      reminder: (owner) =>
        `${owner ?? someone} te preguntó hace un tiempo cómo ves esto. Unas frases tuyas todavía serían de ayuda.`,
    },
    preview: (minutes) => `Unas pocas preguntas, ${about(minutes)}. No necesitas una cuenta.`,
    ifAnswered: "Si ya respondiste, gracias: no queda nada por hacer.",
    duration: "Te llevará",
    minutes: (minutes) => `${about(minutes)}, sin crear una cuenta`,
    openUntil: "Abierto hasta",
    reader: "Quién lo lee",
    namedReader: (owner) => `${owner ?? "La persona que te escribe"}, junto con tu nombre`,
    anonymousReader: (owner) => `${owner ?? "La persona que te escribe"}, sin tu nombre`,
    anonymous:
      "Qué significa anónimo: tus respuestas quedan selladas hasta el cierre y tu nombre no aparece con ellas. Si responden menos de 3 personas, no se muestra nada y se borra todo. Tu manera de escribir puede delatarte.",
    link: `${keepLink} Si prefieres no responder, puedes decirlo en la misma página y no recibirás más correos sobre esto.`,
  },
  privateLink: {
    subject: (title) => `Tu enlace personal para «${title}»`,
    preview: "El enlace que pediste.",
    opening: (owner) =>
      `Aquí tienes el enlace personal que se pidió con tu dirección. ${owner ?? someone} quisiera saber cómo lo ves.`,
    link: `${keepLink} Si no lo pediste tú, puedes ignorar este correo.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null ? `Qué pasó con «${title}»` : `${owner} te escribió sobre «${title}»`,
    preview: "Lo que se escuchó, lo que se decidió, y gracias.",
    opening: (owner) =>
      `${owner ?? someone} te pidió tu opinión sobre esto. Esto es lo que resultó.`,
    heard: "Lo que escuché",
    decided: "Lo que decidí",
    thanks: "Gracias",
    why: (owner) =>
      `Recibes este correo porque ${owner ?? "alguien"} te pidió antes tu opinión sobre esto. No hace falta que respondas.`,
    unsubscribe: "No recibir más correos como este",
  },
} satisfies EmailTexts;
