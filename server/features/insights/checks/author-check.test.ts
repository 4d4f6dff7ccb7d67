import { describe, expect, test } from "vitest";
import { createLanguageFinder } from "../words/languages.ts";
import { createAuthorCheck } from "./author-check.ts";

const reveals = (text: string) =>
  createAuthorCheck(["Should I ask my colleague?"], createLanguageFinder([text]))(text);

describe("a sentence may reveal who wrote it if it mentions a relation, or what only few can say", () => {
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
    "Ask your sister, she knows.",
    "Te lo dice tua sorella, che ti conosce: vendi la casa.",
    "Hier schreibt deine Mama, und sie macht sich Sorgen.",
    "Speaking as the sister who raised you, sell the flat first.",
    "Mucha paciencia, hermanita, como siempre has tenido con todos.",
    "La pazienza che hai sempre avuto con tutti, sorellina.",
    "Ta patience avec tout le monde, frangine, je l'admire.",
  ])("%s", (sentence) => {
    expect(reveals(sentence)).toBe(true);
  });
});

describe("a sentence reveals nothing about its author", () => {
  test.each([
    "Deine Familie wird dich vermissen.",
    "Als je vriendelijk blijft, lukt het.",
    "Je suis inquiet pour ton avenir.",
    "I wrote your name on my list.",
    "Your colleague would agree.",
    "I would have shared your worries.",
    "If I shared your dorm room I would know.",
    "Your kindness and your patience carry everybody here.",
    "Tienes paciencia y mano izquierda, y eso vale mucho.",
    "Du bist so freundlich und geduldig mit allen.",
  ])("%s", (sentence) => {
    expect(reveals(sentence)).toBe(false);
  });
});

test.each([
  "Als dein Chef sehe ich das anders.",
  "En tant que ton patron, je dis non.",
  "Soy tu jefe.",
])("a relation that the owner's texts mention reveals who claims to have it: %s", (sentence) => {
  const mentioned = createAuthorCheck(["Chef, patron, jefe?"], createLanguageFinder([sentence]));
  expect(mentioned(sentence)).toBe(true);
  expect(mentioned("Frag deinen Chef.")).toBe(false);
});
