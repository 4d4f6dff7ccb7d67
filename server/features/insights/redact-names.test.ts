import { describe, expect, test } from "vitest";
import { createKnownRedactor } from "./known-names.ts";
import { createRedactor } from "./redact.ts";

const german =
  "Ich sehe dich mit Holz und Werkzeug, aber das Geld macht mir Sorgen, und das weißt du auch.";
const redact = (text: string, others: readonly string[] = []) =>
  createRedactor({ names: [] }, [], [text, ...others])(text);

describe("names in German", () => {
  test.each([
    ["Das wird gut.\nLiebe Grüße, deine Swantje", "Swantje"],
    ["Das wird gut.\nLiebe Grüße, dein Olumide", "Olumide"],
    ["Das wird gut.\nDeine Swantje", "Swantje"],
    ["Das wird gut. Deine Mandy", "Mandy"],
    ["Das wird gut.\nDein Horst", "Horst"],
    ["Ich bin eure Yıldız", "Yıldız"],
    ["Frag doch deine Schwester Ngozi", "Ngozi"],
    ["Frag doch deinen Bruder oder dein Bruder Chidi", "Chidi"],
    ["Das sagt mein Kollege Oluwaseun", "Oluwaseun"],
    ["Das hat die Frau Doktor Vogel gesagt", "Vogel"],
    ["Das hat der Professor Koch gesagt", "Koch"],
    ["Das hat der Müller gesagt, und der Müller sagt viel", "Müller sagt"],
    ["Anke findet das gut", "Anke"],
    ["Ute ist dafür", "Ute"],
    ["Heather weiß das", "Heather"],
    ["Thandiwe wäre dabei", "Thandiwe"],
  ])("are removed: %s", (text, name) => {
    expect(redact(text, [german])).not.toContain(name);
  });

  test.each(
    "Müller Schmidt Schneider Fischer Meyer Wagner Becker König Peters Arnold Svetlana Igor Olga Boris Jens Horst Mandy Karlheinz Rosemarie Heidemarie Gottlieb Oppenheimer Achterberg".split(
      " ",
    ),
  )("are removed after a preposition: %s", (name) => {
    expect(redact(`Ich habe gestern lange mit ${name} darüber gesprochen.`, [german])).toBe(
      "Ich habe gestern lange mit … darüber gesprochen.",
    );
  });

  test.each([
    "Deine Arbeit, dein Gehalt, die Familie und das Meer: Arbeit ist gut, und ohne Gehalt geht es nicht.",
    "Familie kommt zuerst. Geduld hast du, und Mut auch, mit Liebe und Glück.",
    "Der Hof am Meer ist hart, und ein guter Plan macht Arbeit.",
    "Überleg dir das nicht zu lange, sonst fehlt dir der Meisterbrief und die Schreinerlehre.",
  ])("are not found among nouns: %s", (text) => {
    expect(redact(text, [german])).toBe(text);
  });
});

describe("names in lower case", () => {
  test.each([
    ["frag mal holger, der kennt das gut", "holger"],
    ["frag mal die conny, die hat das gemacht", "conny"],
    ["das sagt die svenja aus dem büro auch", "svenja"],
    ["mach das einfach, du schaffst das\nlg moni", "moni"],
    ["ask conny, she did it last year", "conny"],
    ["demande à sandrine, elle l'a fait l'année dernière", "sandrine"],
    ["demande à lilou, elle l'a fait l'année dernière", "lilou"],
    ["chiedi a giulia, lei l'ha fatto l'anno scorso", "giulia"],
    ["pregunta a begoña, ella lo hizo el año pasado", "begoña"],
    ["pergunta à rafaela, ela fez isso no ano passado", "rafaela"],
    ["vraag het eens aan jojanneke, die heeft het gedaan", "jojanneke"],
  ])("are removed: %s", (text, name) => {
    expect(redact(text)).not.toContain(name);
  });

  test.each([
    "frag mal deine nachbarn und die bank",
    "ask your bank, ask around, and talk to somebody",
    "bisous ma belle, demande à ta banque",
    "chiedi a tua madre e a chi lo sa",
    "vraag het aan je vader",
  ])("are not found among words: %s", (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe("names that are English words", () => {
  test.each([
    ["Mercy told me that it is fine.", "… told me that it is fine."],
    ["Angel says you should go.", "… says you should go."],
    ["Bishop thinks you should go.", "… thinks you should go."],
    ["Major said that it is fine.", "… said that it is fine."],
    ["Faith Okafor recommends it.", "… … recommends it."],
    [
      "Teacher says no. Mercy is good. My boss said no.",
      "Teacher says no. Mercy is good. My boss said no.",
    ],
  ])("are removed before what people say: %s", (text, redacted) => {
    expect(redact(text)).toBe(redacted);
  });
});

test("a capital inside an answer marks a name at a sentence's start, in French too", () => {
  const other = "Je pense que tu devrais demander à Ousmane, il connaît bien la ville.";
  expect(redact("Ousmane est toujours là pour toi et il le sait bien.", [other])).toBe(
    "… est toujours là pour toi et il le sait bien.",
  );
});

test.each([
  ["أحمد", "قلت لأحمد، وأحمد، بأحمد، والأحمد", "قلت …، …، …، …"],
  ["דנה", "לדנה ודנה ומדנה", "… … …"],
  ["יוסי", "ויוסי שיוסי ביוסי", "… … …"],
  ["Иван", "дай Ивану, и ивану", "дай …, и …"],
  ["Анна", "дай Анне", "дай …"],
  ["Anna", "daj Annie", "daj …"],
  ["Jan Kowalski", "daj Janowi i Kowalskiego, z kowalskim", "daj … i …, z …"],
  ["Liisa", "kerro Liisalle", "kerro …"],
  ["Anna", "mondd Annának", "mondd …"],
  ["Meike", "bei Meiken", "bei …"],
  ["सुनीता", "सुनीताजी ने कहा", "… ने कहा"],
  ["प्रिया शर्मा", "मैं प्रिया शर्मा हूँ", "मैं … … हूँ"],
  ["முருகன்", "நான் முருகன்.", "நான் …."],
  ["สมชาย", "ผมชื่อสมชายครับ", "ผมชื่อ…ครับ"],
  ["Mark", "The Market is open. Marking helps.", "The Market is open. Marking helps."],
  ["Marc", "il faut marcher et marche encore", "il faut marcher et marche encore"],
])("%s is found although the language attaches letters to it: %s", (name, text, redacted) => {
  expect(createKnownRedactor({ names: [name] })(text)).toBe(redacted);
});

test.each([
  ["٠٥٥١٢٣٤٥٦٧"],
  ["०९८७६५४३२१०"],
  ["０９０－１２３４－５６７８"],
  ["01 - 23 - 45 - 67 - 89"],
  ["090‑1234‑5678"],
  ["0171‐1234‐567"],
  ["0171–1234567"],
  ["0171 / 123 45 67"],
  ["ana at gmail.com"],
  ["ana @ gmail . com"],
  ["thandi.m@gmail,com"],
  ["o'neil@x.example"],
  ["@thandi_m"],
  ["linkedin.com/in/thandi-mokoena"],
  ["https://thandi.example/me"],
])("an address or a number is removed: %s", (address) => {
  expect(createKnownRedactor({ names: [] })(`write to ${address} today`)).toBe("write to … today");
});

test("years, prices and times stay, and so do places", () => {
  const text = "From 2019 - 2021 we met at home, at 3.30, and at work. It cost 12,500 euros.";
  expect(createKnownRedactor({ names: [] })(text)).toBe(text);
});
