import { describe, expect, test } from "vitest";
import { loadCorpus, prepareCircle } from "../corpus/corpus.ts";
import { createLongReading } from "../corpus/long-reading.ts";
import { scoreCircle } from "../corpus/score-engine.ts";
import type { Reading } from "../engine.ts";
import { createLocalEngine } from "./engine-local.ts";

const engine = createLocalEngine();
const generate = (reading: Reading) => engine.generate(reading, async () => {});

const asked = "What do you think of me opening a bakery?";
function readingOf(people: readonly (readonly string[])[]): Reading {
  let count = 0;
  return {
    title: "",
    description: "",
    what_they_ask: "",
    is_anonymous: false,
    people: people.map((answers, index) => ({
      ref: `p${index + 1}`,
      answers: answers.map((text) => {
        count += 1;
        return {
          ref: `a${count}`,
          question_id: 1,
          question: asked,
          role: undefined,
          answer: { text },
        };
      }),
    })),
  };
}

describe("the local engine", () => {
  test("says the same of the same answers", async () => {
    const reading = readingOf([
      ["I love it, but the first winter worries me."],
      ["Go for it. You have the patience."],
      ["The first winter will be hard on your savings."],
    ]);
    expect(await generate(reading)).toEqual(await generate(reading));
  });

  test("hears what follows a but, and what a not turns round", async () => {
    const { people } = await generate(
      readingOf([
        ["I love the idea, but I am worried that you are too tired for it."],
        ["I was worried at first, but you are ready and it suits you."],
        ["You are not ready, and it is not a good plan."],
        ["There is nothing wrong with it. I'm not worried at all."],
      ]),
    );
    expect(people.map(({ sentiment }) => sentiment)).toEqual([
      "concerned",
      "positive",
      "concerned",
      "positive",
    ]);
  });

  test("takes a name for no subject, wherever it stands", async () => {
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

  test("never calls the risk what it calls the strength", async () => {
    const reading = readingOf([
      ["Your patience is a gift.", "Your patience may hide a quarrel."],
      ["I admire your patience.", "Too much patience, and then a quarrel."],
    ]);
    const roles = ["strengths", "worries"] as const;
    const { top_strength, top_risk } = await generate({
      ...reading,
      people: reading.people.map((person) => ({
        ...person,
        answers: person.answers.map((answer, place) => ({ ...answer, role: roles[place] })),
      })),
    });
    expect(top_strength?.text).toBe("Patience");
    expect(top_risk?.text).toBe("Quarrel");
  });

  test("takes advice neither for a strength nor for a worry, however it is worded", async () => {
    const reading = readingOf([
      ["I love your wonderful plan, be happy and proud of it."],
      ["Stop this terrible, awful job before it destroys you."],
    ]);
    const { top_strength, top_risk } = await generate({
      ...reading,
      people: reading.people.map((person) => ({
        ...person,
        answers: person.answers.map((answer) => ({ ...answer, role: "advice" as const })),
      })),
    });
    expect([top_strength, top_risk]).toEqual([null, null]);
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

  test("takes a yes and a no at their word", async () => {
    const question = "Should I take the job?";
    const reading = readingOf([["No."], ["Yes."], ["Not now."]]);
    const { people } = await generate({
      ...reading,
      people: reading.people.map((person) => ({
        ...person,
        answers: person.answers.map((answer) => ({ ...answer, question })),
      })),
    });
    expect(people.map(({ sentiment }) => sentiment)).toEqual([
      "concerned",
      "positive",
      "concerned",
    ]);
  });

  test("does not take people for worried who were asked for worries alone", async () => {
    const asked = (question: string) => (reading: Reading) => ({
      ...reading,
      people: reading.people.map((person) => ({
        ...person,
        answers: person.answers.map((answer) => ({ ...answer, question })),
      })),
    });
    const said = readingOf([
      ["The debt is terrible, and I am afraid of the lawsuits."],
      ["I am worried about your health and the awful hours."],
      ["Nothing worries me."],
    ]);
    const { people } = await generate(asked("What worries you about it?")(said));
    expect(people.map(({ sentiment }) => sentiment)).toEqual(["other", "other", "positive"]);
  });

  test("finds themes in the words of each language, and lets ratings alone say how people lean there", async () => {
    const draft = await generate(
      readingOf([
        ["Ich sehe dich dort glücklich, aber das Geld macht mir große Sorgen."],
        ["Mach es, du redest seit Jahren davon. Nur am Geld wird es hängen."],
        ["It suits you, go for it, I love the idea."],
      ]),
    );
    expect(draft.themes[0]?.text).toBe("Geld");
    expect(draft.themes[0]?.quotes).toHaveLength(2);
    expect(draft.is_unsure).toBe(false);
    expect(draft.people.map(({ sentiment }) => sentiment)).toEqual(["other", "other", "positive"]);
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

  test("is unsure where a third write in a language of which it knows no common words", async () => {
    const draft = await generate(
      readingOf([
        ["მე მგონია რომ ეს კარგი იდეაა შენთვის."],
        ["ძალიან მიყვარს ეს იდეა, გააკეთე."],
        ["Go for it, I love the idea."],
      ]),
    );
    expect(draft.is_unsure).toBe(true);
  });

  test("takes strengths and risks from what was asked for them, whatever the words", async () => {
    const reading = readingOf([
      ["I adore your wonderful jokes.", "Terrible mornings, I hate them.", "The stairs."],
      ["Your jokes.", "What a lovely, happy stairwell of stairs!", "Move."],
    ]);
    const roles = ["other", "worries", "advice"] as const;
    const asked = {
      ...reading,
      people: reading.people.map((person) => ({
        ...person,
        answers: person.answers.map((answer, place) => ({ ...answer, role: roles[place] })),
      })),
    };
    const { top_risk, top_strength } = await generate(asked);
    expect(top_risk?.quotes.map(({ answer }) => answer)).not.toContain("a1");
    expect(["a2", "a5"]).toContain(top_risk?.quotes[0]?.answer);
    expect(["a1", "a4"]).toContain(top_strength?.quotes[0]?.answer);
  });

  test("builds nothing of an insult", async () => {
    const draft = await generate(
      readingOf([["You are an idiot and a loser."], ["You are patient and kind. Go for it."]]),
    );
    expect(JSON.stringify(draft)).not.toContain("idiot");
  });

  test("uses no sentence that reveals who wrote an anonymous answer, even when its lines are wrapped", async () => {
    const answers = ["As your\nsister\nI worry about the winter.", "I worry about the winter."];
    const reading = readingOf(answers.map((answer) => [answer]));
    const quoted = async (isAnonymous: boolean) =>
      JSON.stringify(await generate({ ...reading, is_anonymous: isAnonymous })).includes('"a1"');
    expect([await quoted(false), await quoted(true)]).toEqual([true, false]);
  });

  test("reads fifteen people with eight long answers each, and lets others have their turn", async () => {
    const reading = createLongReading(loadCorpus());
    expect(reading.people).toHaveLength(15);
    expect(reading.people.flatMap(({ answers }) => answers)).toHaveLength(120);
    let turns = 0;
    let waiting = setImmediate(function take() {
      turns += 1;
      waiting = setImmediate(take);
    });
    const draft = await generate(reading);
    clearImmediate(waiting);
    expect(turns).toBeGreaterThanOrEqual(15);
    expect(draft.themes[0]?.quotes.length).toBeGreaterThan(10);
  });

  describe("of supporters and worriers", () => {
    const support = [
      "I love this idea, and you are wonderful at bringing people together.",
      "I am proud of you, and I am sure that this will make you happy.",
      "It is a great plan, and your gift for baking is a joy to all of us.",
    ];
    const worry = [
      "I am very worried that your savings will not last through the winter.",
      "I fear that the debt will crush you, and that is a terrible risk.",
    ];
    const both = readingOf([...support, ...worry].map((text) => [text]));

    test("the top strength is a supporter's, the top risk a worrier's", async () => {
      const { top_strength, top_risk, people } = await generate(both);
      expect(people.map(({ sentiment }) => sentiment)).toEqual([
        ...support.map(() => "positive"),
        ...worry.map(() => "concerned"),
      ]);
      expect(top_strength?.quotes.length).toBeGreaterThan(0);
      expect(top_risk?.quotes.length).toBeGreaterThan(0);
      for (const { text } of top_strength?.quotes ?? []) expect(support).toContain(text);
      for (const { text } of top_risk?.quotes ?? []) expect(worry).toContain(text);
    });

    test("there is no risk where no one worries, and no strength where everyone does", async () => {
      expect((await generate(readingOf(support.map((text) => [text])))).top_risk).toBeNull();
      expect((await generate(readingOf(worry.map((text) => [text])))).top_strength).toBeNull();
    });

    test("the sentence on feelings counts who leans which way", async () => {
      const { sentiment_explanation } = await generate(both);
      expect(sentiment_explanation).toBe(
        "Of 5 people, 3 are mostly in favour and 2 are mostly concerned.",
      );
    });

    test("highlights are whole sentences of different people and of both sides", async () => {
      const { quotes } = await generate(
        readingOf([
          support.map((text) => text),
          [`${support[1]} ${support[2]}`],
          ["You are brave, and I admire your courage in this. Great"],
          [worry.join(" ")],
        ]),
      );
      const person = (ref: string) => ["a4", "a5", "a6"].indexOf(ref);
      expect(quotes).toHaveLength(4);
      expect(new Set(quotes.map(({ answer }) => person(answer))).size).toBe(4);
      for (const { text } of quotes) expect(text).toMatch(/^\p{Lu}.*\.$/u);
      const texts = quotes.map(({ text }) => text);
      expect(texts.filter((text) => worry.includes(text))).toHaveLength(1);
      const ofBoth = (await generate(both)).quotes.map(({ text }) => text);
      expect(ofBoth.some((text) => support.includes(text))).toBe(true);
      expect(ofBoth.some((text) => worry.includes(text))).toBe(true);
    });
  });

  test("suggests what an answer advises, in its words and with its quote", async () => {
    const advice = "You should rent a stall on the market for three months before you sign.";
    const { next_step_suggestion, suggestion_quotes } = await generate(
      readingOf([
        ["I love the idea, and you are wonderful with people."],
        [`The winter worries me. ${advice}`],
        ["It smells of cinnamon in your kitchen, and that is lovely."],
      ]),
    );
    expect(next_step_suggestion).toBe(`One of them puts it like this: “${advice}”`);
    expect(suggestion_quotes).toEqual([{ answer: "a2", text: advice }]);
  });

  test("suggests asking about the worry, where no one gives advice", async () => {
    const warning = "I am very worried that your savings will not last through the winter.";
    const { next_step_suggestion, suggestion_quotes } = await generate(
      readingOf([["I love the idea, and you are wonderful with people."], [warning]]),
    );
    expect(next_step_suggestion).toMatch(/^No one says what to do next\..*ask one of them/);
    expect(suggestion_quotes).toEqual([{ answer: "a2", text: warning }]);
  });

  test.each([
    {
      title: "fives",
      answer: { chosen: "5 of 5", support: 1 },
      sentiment: "positive",
      counted: "all are mostly in favour",
    },
    {
      title: "ones",
      answer: { chosen: "1 of 5", support: 0 },
      sentiment: "concerned",
      counted: "all are mostly concerned",
    },
  ])("counts ratings as voices: $title", async ({ answer, sentiment, counted }) => {
    const draft = await generate({
      ...readingOf([]),
      people: ["p1", "p2"].map((ref, index) => ({
        ref,
        answers: [
          { ref: `a${index + 1}`, question_id: 1, question: "Fit?", role: undefined, answer },
        ],
      })),
    });
    expect(draft.sentiment).toBe(sentiment);
    expect(draft.sentiment_explanation).toBe(`Of 2 people, ${counted}.`);
  });

  test("counts a choice, and guesses nothing from it", async () => {
    const circle = loadCorpus().find(({ id }) => id === "hard-choice");
    if (circle === undefined) throw new Error("no such circle");
    const { content, ...insights } = (await scoreCircle(engine, circle)).insights;
    expect(content.choices).toMatchObject([{ counts: [2, 1, 0] }]);
    expect(JSON.stringify({ ...insights, quotes: content.quotes })).not.toContain("for a year");
    const chosen = { chosen: "Take it", options: ["Take it", "Leave it"] };
    const draft = await generate({
      ...readingOf([]),
      people: ["p1", "p2"].map((ref, index) => ({
        ref,
        answers: [
          {
            ref: `a${index + 1}`,
            question_id: 1,
            question: "What now?",
            role: undefined,
            answer: chosen,
          },
        ],
      })),
    });
    expect(draft).toMatchObject({ sentiment: "other", is_unsure: false, quotes: [], themes: [] });
  });

  test.each([
    { id: "hard-german", counts: [0, 0, 1, 1, 1], mean: 4 },
    { id: "hard-spanish-portuguese", counts: [0, 0, 0, 2, 1], mean: 13 / 3 },
  ])("gets people, ratings and quotes of $id right", async (known) => {
    const circle = loadCorpus().find(({ id }) => id === known.id);
    if (circle === undefined) throw new Error("no such circle");
    const score = await scoreCircle(engine, circle);
    const { content, sentiment_explanation } = score.insights;
    expect(content.people).toHaveLength(3);
    expect(sentiment_explanation).toMatch(/the ratings of 3 people/i);
    const [rating] = content.ratings;
    expect(content.ratings).toHaveLength(1);
    expect(rating?.counts).toEqual(known.counts);
    const sum = known.counts.reduce((all, count, place) => all + count * (place + 1), 0);
    expect(sum / 3).toBeCloseTo(known.mean);
    expect(score.invalidQuotes).toBe(0);
    const said = [...prepareCircle(circle).answers.values()];
    for (const quote of content.quotes) {
      const answer = said.find(({ response_id }) => response_id === quote.response_id);
      expect(answer?.text).toContain(quote.text);
    }
  });
});
