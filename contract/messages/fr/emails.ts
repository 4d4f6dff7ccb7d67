import type { EmailTexts } from "../en/emails.ts";

const someone = "Quelqu’un pour qui ton avis compte";
const keepLink = "Ce lien t’est réservé\u00a0: garde-le pour toi, s’il te plaît.";

const about = (minutes: string) => `environ ${minutes.replace(/[-–]/, " à ")}\u00a0minutes`;
const quoted = (title: string) => `«\u202f${title}\u202f»`;

export const emails = {
  quoted,
  greeting: (name) => `Bonjour ${name},`,
  factMark: "\u00a0: ",
  why: (owner) => `${owner ?? "Quelqu’un"} a saisi ton adresse pour te demander ton avis.`,
  unsubscribe: "Ne plus recevoir d’e-mails",
  button: "Donner mon avis",
  invitation: {
    subjects: {
      invitation: (owner, title) =>
        `${owner ?? someone} aimerait savoir ce que tu en penses\u00a0: ${quoted(title)}`,
      invitation_again: (owner, title) =>
        `${owner ?? someone} aimerait toujours savoir ce que tu en penses\u00a0: ${quoted(title)}`,
      reminder: (owner, title) =>
        `${owner ?? someone} espère encore avoir ton avis\u00a0: ${quoted(title)}`,
    },
    openings: {
      invitation: (owner) =>
        `${owner ?? someone} y réfléchit en ce moment et aimerait savoir comment tu vois les choses.`,
      invitation_again: (owner) =>
        `${owner ?? someone} t’a déjà écrit à ce sujet et aimerait toujours savoir comment tu vois les choses.`,
      reminder: (owner) =>
        `${owner ?? someone} t’a demandé il y a quelque temps comment tu voyais les choses. Quelques phrases de ta part seraient toujours utiles.`,
    },
    preview: (minutes) => `Quelques questions, ${about(minutes)}. Pas besoin de compte.`,
    ifAnswered: "Si tu as déjà répondu, merci\u202f! Tu n’as plus rien à faire.",
    duration: "Durée",
    minutes: (minutes) => `${about(minutes)}, sans compte`,
    openUntil: "Date limite",
    reader: "Qui lit tes réponses",
    namedReader: (owner) =>
      `${owner ?? "La personne qui te demande ton avis"}, avec ton nom à côté`,
    anonymousReader: (owner) =>
      `${owner ?? "La personne qui te demande ton avis"}, sans ton nom à côté`,
    anonymous:
      "Ce que veut dire «\u202fanonyme\u202f»\u00a0: tes réponses restent scellées jusqu’à la clôture de la demande d’avis, et ton nom n’est pas montré avec elles. Si moins de 3\u00a0personnes répondent, rien n’est montré et tout est supprimé. Ta façon d’écrire peut te trahir.",
    link: `${keepLink} Si tu préfères ne pas répondre, tu peux le dire sur la même page, et tu ne recevras plus d’e-mails à ce sujet.`,
  },
  furtherQuestion: {
    subject: (owner, title) =>
      `${owner ?? someone} a encore une question au sujet de ${quoted(title)}`,
    reminder: (title) => `Rappel\u00a0: encore une question au sujet de ${quoted(title)}`,
    opening: (owner, question) =>
      `${owner ?? someone} a encore une question pour toi\u00a0: ${question}`,
    sealed:
      "D’ici là, ta réponse reste scellée et ton nom n’y est pas associé. Si moins de 3 personnes répondent, rien n’est montré et tout est supprimé. Ta façon d’écrire peut te trahir.",
  },
  privateLink: {
    subject: (title) => `Ton lien privé pour ${quoted(title)}`,
    preview: "Le lien que tu as demandé.",
    opening: (owner) =>
      `Voici le lien privé qui a été demandé avec ton adresse. ${owner ?? someone} aimerait savoir comment tu vois les choses.`,
    link: `${keepLink} Si tu ne l’as pas demandé, tu peux ignorer cet e-mail.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null
        ? `Des nouvelles de ${quoted(title)}`
        : `${owner} t’a écrit au sujet de ${quoted(title)}`,
    preview: "Ce qui a été entendu, ce qui a été décidé, et un merci.",
    opening: (owner) =>
      `${owner ?? someone} t’avait demandé ton avis à ce sujet. Voici ce qui en est ressorti.`,
    heard: "Ce que j’ai entendu",
    decided: "Ce que j’ai décidé",
    thanks: "Merci",
    why: (owner) =>
      `Tu reçois cet e-mail, car ${owner ?? "quelqu’un"} t’avait demandé ton avis à ce sujet. Il n’y a rien à répondre.`,
    unsubscribe: "Ne plus recevoir ces e-mails",
  },
} satisfies EmailTexts;
