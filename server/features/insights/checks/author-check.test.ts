import { describe, expect, test } from "vitest";
import { prepareReading } from "../prepare-reading.ts";
import { revealsAuthor, textRevealsAuthor } from "./author-check.ts";

test("an option that says who somebody is reveals them, whether it was chosen or written out", () => {
  const sentence = "Your sister would miss you terribly.";
  const reveals = (options: string[], answers: Record<number, string>) =>
    textRevealsAuthor(
      prepareReading({ title: "T", description: "d", what_they_ask: "a", is_anonymous: true }, [
        {
          id: "00000000-0000-4000-8000-000000000001",
          answers,
          questions: [
            { id: 1, label: "How do we know each other?", type: "choice", options },
            { id: 2, label: "What do you see?", type: "textarea" },
          ],
          use_in_insights: true,
        },
      ]),
      sentence,
    );
  const options = ["Your sister", "Your colleague"];
  expect(reveals(options, { 1: "Your sister", 2: "I would miss you terribly." })).toBe(true);
  expect(reveals(options, { 2: "As your sister, I would miss you terribly." })).toBe(true);
  expect(reveals(options, { 1: "Your colleague", 2: "Ask your sister, she knows." })).toBe(false);
});

describe("a sentence reveals who wrote it", () => {
  test.each([
    "Als deine Schwester sehe ich, wie müde du bist.",
    "Du arbeitest zu viel, das sage ich als dein Chef.",
    "Als deine ältere Schwester mache ich mir Sorgen.",
    "Ich sage das immer als deine Mutter.",
    "Als eine deiner besten Freundinnen rate ich dir ab.",
    "Ich bin ja deine Kollegin.",
    "Alles Liebe, deine Schwiegermutter",
    "En tant que ta sœur, je m'inquiète.",
    "Je te le dis en tant que ton patron.",
    "Como tu hermana, me preocupo.",
    "Te lo digo como tu jefe.",
    "Da tua sorella, mi preoccupo per te.",
    "Te lo dico da tuo capo.",
    "Como tua irmã, preocupo-me.",
    "Als je zus maak ik me zorgen.",
    "Als je oudere broer zeg ik: doe het.",
    "Jako twoja siostra martwię się o ciebie.",
    "Jako twój szef mówię ci: zostań.",
    "I shared your dorm room for three years.",
    "When I delivered your twins you were calm.",
    "Since I signed your divorce papers you have changed.",
    "It would be hard for my daughter and yours.",
  ])("%s", (sentence) => {
    expect(revealsAuthor(sentence)).toBe(true);
  });
});

describe("a sentence reveals nothing about its author", () => {
  test.each([
    "Du bist mutiger als deine Schwester.",
    "Frag deine Schwester, sie kennt sich aus.",
    "Deine Familie wird dich vermissen.",
    "Du hast mehr Geduld als dein Bruder.",
    "Parle à ta sœur avant de partir.",
    "Habla con tu hermana antes de decidir.",
    "Parla con il tuo capo prima di decidere.",
    "Als je vriendelijk blijft, lukt het.",
    "Als je met je zus praat, lukt het.",
    "Sei vorsichtig, deine Schwester lügt.",
    "Je suis médecin et je vois cela souvent.",
    "Porozmawiaj z siostrą przed wyjazdem.",
    "Je suis inquiet pour ton avenir.",
    "I wrote your name on my list.",
    "I would have shared your worries.",
    "If I shared your dorm room I would know.",
    "Your daughter is happy where she is.",
  ])("%s", (sentence) => {
    expect(revealsAuthor(sentence)).toBe(false);
  });
});
