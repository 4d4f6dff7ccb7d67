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
    // Whatever somebody says to be.
    "As your workmate I see how tired you are every day.",
    "As your GP I would advise it.",
    "Als deine Hausärztin rate ich dir dazu.",
    "Ich als dein Zimmernachbar hör dich nachts rumlaufen.",
    "Sag ich dir als alte Schulfreundin.",
    "En tant que ta voisine de palier, je dis oui.",
    "Comme ta prof de chant, je t'entends respirer.",
    "Come tua vicina di banco ti dico di andare.",
    "Como tu fisioterapeuta te digo que no.",
    "Como tua treinadora digo que sim.",
    "Als je huisarts raad ik het af.",
    "Ik zeg het als je schoolvriendin.",
    // What author and reader did together, or how one came to know the other.
    "When we were married you already talked about this.",
    "I miss you in our flat already.",
    "Since I hired you you have been the best here.",
    "Als wir noch verheiratet waren, hast du schon davon geredet.",
    "Ich vermiss dich jetzt schon in unserer WG.",
    "seit ich dich damals eingestellt hab bist du hier die Beste",
    "Depuis que je t'ai embauchée tu es la meilleure.",
    "Quand nous étions mariés tu en parlais déjà.",
    "Quando eravamo sposati ne parlavi già.",
    "Lavoriamo nella stessa stanza da sei anni.",
    "Da quando ti ho assunto sei il migliore.",
    "Cuando estábamos casados ya hablabas de esto.",
    "Compartimos piso tres años y lo sé.",
    "Desde que te contraté eres la mejor aquí.",
    "Quando éramos casados já falavas disso.",
    "Trabalhamos na mesma sala há seis anos.",
    "Toen we nog getrouwd waren had je het er al over.",
    "Sinds ik je heb aangenomen ben je de beste hier.",
    "Kiedy byliśmy małżeństwem, już o tym mówiłaś.",
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
    "Take your time, as long as your savings last.",
    "Europa ist groß, und eine Sekunde ist kurz.",
    "Los últimos y los próximos meses serán duros.",
    "Ti chiamo domani, e penso a te.",
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
