import type { EmailTexts } from "../en/emails.ts";

const someone = "Une personne qui tient à ton avis";
const keepLink = "Ce lien est personnel\u00a0: garde-le pour toi, s’il te plaît.";

const about = (minutes: string) => `environ ${minutes}\u00a0minutes`;
const quoted = (title: string) => `«\u202f${title}\u202f»`;

export const emails = {
  quoted,
  greeting: (name) => `Bonjour ${name},`,
  factMark: "\u00a0: ",
  why: (owner) => `${owner ?? "Quelqu’un"} a saisi ton adresse pour te demander ton avis.`,
  unsubscribe: "Me désinscrire",
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
        `${owner ?? someone} t’a demandé il y a quelque temps comment tu vois les choses. Quelques phrases de ta part seraient encore utiles.`,
    },
    preview: (minutes) => `Quelques questions, ${about(minutes)}. Pas besoin de compte.`,
    ifAnswered: "Si tu as déjà répondu, merci\u202f! Tu n’as plus rien à faire.",
    duration: "Durée",
    minutes: (minutes) => `${about(minutes)}, sans compte`,
    openUntil: "Dernier jour",
    reader: "Qui te lira",
    namedReader: (owner) => `${owner ?? "La personne qui t’invite"}, avec ton nom à côté`,
    anonymousReader: (owner) => `${owner ?? "La personne qui t’invite"}, sans ton nom à côté`,
    anonymous:
      "Anonyme, qu’est-ce que cela veut dire\u202f? Tes réponses restent scellées jusqu’à la clôture, et ton nom n’apparaît pas à côté. Si moins de 3\u00a0personnes répondent, rien n’est montré et tout est effacé. Ta façon d’écrire peut te trahir.",
    link: `${keepLink} Si tu préfères ne pas répondre, tu peux le dire sur la même page, et tu ne recevras plus d’e-mail à ce sujet.`,
  },
  privateLink: {
    subject: (title) => `Ton lien personnel pour ${quoted(title)}`,
    preview: "Le lien que tu as demandé.",
    opening: (owner) =>
      `Voici le lien personnel qui a été demandé avec ton adresse. ${owner ?? someone} aimerait savoir comment tu vois les choses.`,
    link: `${keepLink} Si tu ne l’as pas demandé, tu peux ignorer cet e-mail.`,
  },
  closingLetter: {
    subject: (owner, title) =>
      owner === null
        ? `La suite de ${quoted(title)}`
        : `${owner} t’a écrit au sujet de ${quoted(title)}`,
    preview: "Ce qui a été entendu, ce qui a été décidé, et merci.",
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
