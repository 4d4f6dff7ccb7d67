import { describe, expect, test } from "vitest";
import { loadCorpus, prepareCircle } from "../corpus/corpus.ts";
import { readingOf } from "../corpus/reading-of.ts";
import type { Reading } from "../engine.ts";
import { createLocalEngine } from "./engine-local.ts";

const engine = createLocalEngine();
const generate = (reading: Reading) => engine.generate(reading, async () => {});

async function titlesOf(...answers: string[]): Promise<string[]> {
  const { themes } = await generate(readingOf(answers.map((text) => [text])));
  return themes.map(({ text }) => text);
}

describe("themes of the local engine", () => {
  test("never takes a name for a subject, wherever it appears", async () => {
    const { themes, top_risk } = await generate(
      readingOf([
        ["Nkechi is worried. Your savings are small."],
        ["I asked Nkechi. Mind your savings."],
      ]),
    );
    expect(themes.map(({ text }) => text)).toContain("Savings");
    expect(JSON.stringify([themes.map(({ text }) => text), top_risk?.text])).not.toMatch(/nkechi/i);
  });

  test("takes a first word that no dictionary has for a subject, unless a capital may make it a name", async () => {
    const titlesOf = async (first: string) => {
      const { themes } = await generate(
        readingOf([
          [`${first} suits you, and people would queue for it.`],
          [`${first} sells in every season of the year.`],
        ]),
      );
      return themes.map(({ text }) => text.toLowerCase());
    };
    expect(await titlesOf("sauerteigkrume")).toContain("sauerteigkrume");
    expect(await titlesOf("Okonkwo")).not.toContain("okonkwo");
  });

  test("ranks a theme by how many people speak of it, not by how often one does", async () => {
    const { themes } = await generate(
      readingOf([
        ["The winter. The winter frightens me. Every winter. Think of the winter."],
        ["Your savings will not last, and the winter comes."],
        ["Mind your savings."],
        ["It eats up savings."],
      ]),
    );
    expect(themes.map(({ text, quotes }) => [text, quotes.length]).slice(0, 2)).toEqual([
      ["Savings", 3],
      ["Winter", 2],
    ]);
  });

  test("says what to do with a thing, rather than name what else all of these sentences mention", async () => {
    expect(
      await titlesOf(
        "Keep one shift a week at the hospital until spring.",
        "I would keep one shift at the hospital and try the market on Saturdays.",
        "Keep one shift at the hospital for a year.",
      ),
    ).toEqual(["Keep one shift"]);
  });

  test("names a theme as most of its people do, in their own words and form", async () => {
    const titlesOf = async (...answers: string[]) => {
      const { themes } = await generate(readingOf(answers.map((text) => [text])));
      return themes.map(({ text }) => text);
    };
    const [shift] = await titlesOf(
      "Keeping one shift would let you sleep.",
      "I would be for keeping one shift.",
      "Keep one shift, then see.",
    );
    expect(shift).toBe("Keeping one shift");
    const [pay] = await titlesOf(
      "You would have less pay and more rent.",
      "Less pay is what I see.",
      "The pay, in short.",
    );
    expect(pay).toBe("Less pay");
    expect(await titlesOf("Your patience with us.", "You have patience.", "Patience!")).toEqual([
      "Patience",
    ]);
  });

  test.each([
    ["en", "Less work", ["You would have less work there.", "Less work is what I see."]],
    ["en", "Home", ["Your home comes first for me.", "I would miss your home."]],
    ["de", "Zeit", ["Mir fehlt die Zeit mit dir.", "Die Zeit dafür hast du nicht."]],
    ["de", "Menschen", ["Du bringst Menschen zum Lachen.", "Die Menschen vertrauen dir sehr."]],
    ["tr", "iş", ["Yeni iş seni çok yoracak bence.", "Bu iş sana göre değil canım."]],
  ])("takes a common noun for a theme in %s: %s", async (_language, title, answers) => {
    const { themes } = await generate(readingOf(answers.map((text) => [text])));
    const theme = themes.find(({ text }) => text.toLowerCase().includes(title.toLowerCase()));
    expect(theme?.quotes).toHaveLength(2);
  });

  test("quotes every answer on a theme, one of each person before a second of anyone", async () => {
    const winter = "The winter will be long and hard for you.";
    const { themes } = await generate(
      readingOf([
        [winter, "I dread the winter."],
        ["Think of the winter.", "Mind your winter boots."],
      ]),
    );
    const quoted = themes
      .find(({ text }) => text === "Winter")
      ?.quotes.map((quote) => quote.answer);
    expect(quoted?.toSorted()).toEqual(["a1", "a2", "a3", "a4"]);
    expect(
      quoted
        ?.slice(0, 2)
        .map((answer) => ["a1", "a2"].includes(answer))
        .toSorted(),
    ).toEqual([false, true]);
  });

  test("counts and quotes for a title of several words only who says them", async () => {
    const { themes } = await generate(
      readingOf([
        ["You would have less pay and more rent."],
        ["Less pay is what I see."],
        ["The pay, in short."],
      ]),
    );
    expect(themes[0]?.text).toBe("Less pay");
    expect(themes[0]?.quotes.map(({ answer }) => answer).toSorted()).toEqual(["a1", "a2"]);
  });

  test("makes no title of the owner's own words, whatever small word stands before them", async () => {
    const { themes } = await generate({
      ...readingOf([["On the ward you laugh a lot."], ["Nobody sleeps on the ward."]]),
      title: "My year at the ward",
    });
    expect(themes.map(({ text }) => text).join()).not.toMatch(/ward/i);
  });

  test("keeps a compound with a hyphen whole", async () => {
    const { themes } = await generate(
      readingOf([["Try part-time first."], ["A part-time job suits you."]]),
    );
    expect(themes.map(({ text }) => text)).toContain("Part-time");
  });

  test("has no title of more than three words or of more than one theme's words", async () => {
    for (const circle of loadCorpus()) {
      const { themes } = await generate(prepareCircle(circle).reading);
      for (const { text } of themes) {
        expect(text.split(/\s+/).length).toBeLessThanOrEqual(3);
        expect(text).not.toMatch(/[:,;]/);
      }
    }
  });

  test("makes one theme of subjects that rest on the same sentences", async () => {
    const { themes } = await generate(
      readingOf([
        ["The harbour and the fog frighten me."],
        ["I fear the fog over the harbour."],
        ["Rent a flat first."],
      ]),
    );
    const shared = themes.filter(({ quotes }) => quotes.length > 1);
    expect(shared).toHaveLength(1);
    expect(shared[0]?.quotes).toHaveLength(2);
  });

  test.each([
    ["es", "Alquiler", ["El alquiler es una locura.", "Me preocupa el alquiler del local."]],
    ["ja", "家賃", ["家賃が高すぎると思います。体も大事です。", "心配なのは家賃です。"]],
    ["zh", "房租", ["房租太高了，我很担心。", "我觉得房租是最大的问题。"]],
    ["ar", "صبر", ["عندك صبر كبير مع الناس.", "هذا العمل يحتاج إلى صبر طويل."]],
    ["th", "ค่าเช่า", ["ค่าเช่าแพงเกินไปสำหรับร้านเล็ก", "ฉันกังวลเรื่องค่าเช่ามาก"]],
    ["he", "סבלנות", ["יש לך סבלנות לאנשים.", "העבודה הזאת דורשת סבלנות רבה."]],
  ])("names a theme in %s: %s", async (_language, title, answers) => {
    const { themes } = await generate(readingOf(answers.map((text) => [text])));
    const theme = themes.find(({ text }) => text.includes(title));
    expect(theme?.quotes).toHaveLength(2);
  });

  test.each([
    [
      "what people do, in the form that names it",
      "Interrupting",
      ["You interrupt people.", "You interrupted me again.", "Stop interrupting, please."],
    ],
    [
      "what people do, with who does it where most say so",
      "You interrupt",
      ["You interrupt people.", "In meetings you interrupt."],
    ],
    [
      "what people do, by the verb's own noun where they say it in different ways",
      "Delegating",
      ["You never delegate.", "I wish that you could delegate more."],
    ],
    [
      "a thing that is also a verb, as a thing",
      "Talk",
      ["The talk comes too late for me.", "Your talk will help."],
    ],
    [
      "the last word of a name, where two stand together",
      "Theory chapter",
      ["The theory chapter is long.", "I would cut the theory chapter."],
    ],
  ])("name %s", async (_, title, answers) => {
    expect((await titlesOf(...answers))[0]).toBe(title);
  });

  test.each([
    [
      "a verb",
      ["People trust you with the money.", "People trust you. The money is safe."],
      /trust/i,
    ],
    ["a feeling", ["I am afraid of the winter.", "I feel afraid."], /^afraid/i],
    ["how something is done", ["Finally. The winter.", "Finally, the winter."], /finally/i],
    ["a past form", ["The job you lost, in the winter.", "You lost in the winter."], /lost/i],
    ["one person's verb", ["The job waits. A table is free."], /waits/i],
    ["a Turkish verb", ["Bu kira seni çok yoruyor.", "Yeni kira beni yoruyor."], /yor$/i],
    ["a German verb", ["Mit der Miete arbeitest du.", "Arbeitest du für die Miete?"], /arbeit/i],
    ["a French verb", ["J'aimerais le loyer.", "J'aimerais un loyer."], /aimerais/i],
  ])("never end in %s", async (_, answers, title) => {
    const titles = await titlesOf(...answers);
    expect(titles).not.toEqual([]);
    expect(titles.filter((text) => title.test(text))).toEqual([]);
  });

  test("are named without a case ending if somebody writes them that way", async () => {
    expect(
      await titlesOf("Kirayı nasıl ödersin?", "Kiranın yükü ağır.", "Kira bir sorun."),
    ).toContain("Kira");
    const german = await titlesOf(
      "Ich denke an die Schulden bei dunklem Wetter.",
      "Mit dunklem Wetter lebt es sich.",
      "Dunkles Wetter!",
    );
    expect(german).toContain("Dunkles Wetter");
    expect(
      await titlesOf("Mit dunklem Wetter lebt es sich.", "Bei dunklem Wetter fahren?"),
    ).toContain("Wetter");
  });
});
