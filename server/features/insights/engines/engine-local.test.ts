import { describe, expect, test } from "vitest";
import { createLongReading } from "../corpus/long-reading.ts";
import { loadCorpus, prepareCircle, scoreCircle, summarizeScores } from "../corpus/score-engine.ts";
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
        return { ref: `a${count}`, question_id: 1, question: asked, answer: { text } };
      }),
    })),
  };
}

describe("the local engine", () => {
  test("reaches its bars on the corpus, and quotes word for word", async () => {
    const scores = [];
    for (const circle of loadCorpus()) scores.push(await scoreCircle(engine, circle));
    const figures = summarizeScores(scores);
    expect(figures.circles).toBeGreaterThanOrEqual(40);
    expect(figures.sentiment).toBeGreaterThanOrEqual(0.85);
    expect(figures.themeRecallAt5).toBeGreaterThanOrEqual(0.7);
    expect(figures.quoteValidity).toBe(1);
    // No bar was promised for the risk: it may not get worse unnoticed.
    expect(figures.risk).toBeGreaterThanOrEqual(117 / 146);
    const heldOut = summarizeScores(scores.filter(({ circle }) => circle.part === "held_out"));
    expect(heldOut.themeRecallAt5).toBeGreaterThanOrEqual(0.7);
    // Below the bar of all circles, as the corpus' README says: it may not get worse unnoticed.
    expect(heldOut.sentiment).toBeGreaterThanOrEqual(11 / 14);
    expect(heldOut.risk).toBeGreaterThanOrEqual(9 / 13);
  });

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

  test("takes a name at the start of sentences for no subject", async () => {
    const { themes, top_risk, summary_paragraph } = await generate(
      readingOf([
        ["Nkechi is worried. Your savings are small."],
        ["Nkechi is afraid. Mind your savings."],
      ]),
    );
    expect(themes.map(({ text }) => text)).toContain("Money and income: savings");
    expect(JSON.stringify([themes.map(({ text }) => text), top_risk?.text])).not.toMatch(/nkechi/i);
    expect(summary_paragraph).not.toMatch(/nkechi \(/i);
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
    expect(await titlesOf("zwiebelkuchen")).toContain("zwiebelkuchen");
    expect(await titlesOf("Zwiebelkuchen")).not.toContain("zwiebelkuchen");
  });

  test("ranks a theme by how many people speak of it, not by how often one does", async () => {
    const { themes } = await generate(
      readingOf([
        ["The winter. The winter frightens me. Every winter is long. Think of the winter."],
        ["Your savings will not last, and the winter is long."],
        ["Mind the money."],
        ["It costs more than you earn. Money again."],
      ]),
    );
    expect(themes[0]?.text).toBe("Money and income: costs, savings");
    expect(themes[0]?.quotes).toHaveLength(3);
  });

  test("does not put one person's word beside one that everybody has", async () => {
    const { themes } = await generate(
      readingOf([["I worry about the money and the debt."], ["I worry about the money."]]),
    );
    expect(themes[0]?.text).toBe("Money and income");
    expect(themes[0]?.quotes).toHaveLength(2);
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

  test("finds one topic in words of one family", async () => {
    const { themes } = await generate(
      readingOf([["You are a patient one."], ["Your patience with us."], ["Rent a flat first."]]),
    );
    expect(themes[0]?.quotes).toHaveLength(2);
    expect(themes[0]?.text).toContain("atien");
  });

  test("is unsure about texts in another language", async () => {
    const draft = await generate(
      readingOf([
        ["Ich sehe dich dort glücklich, aber das Geld macht mir große Sorgen."],
        ["Mach es, du redest seit Jahren davon und es passt zu dir."],
        ["It suits you, go for it."],
      ]),
    );
    expect(draft.is_unsure).toBe(true);
    expect(draft.people.map(({ sentiment }) => sentiment)).toEqual(["other", "other", "positive"]);
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

  test("is unsure where half of the people express no feeling in words that it knows", async () => {
    const plain = [
      ["The blue one."],
      ["The crooked one, by the door."],
      ["I love the small ones."],
    ];
    expect((await generate(readingOf(plain))).is_unsure).toBe(true);
    expect((await generate(readingOf(plain.slice(2)))).is_unsure).toBe(false);
  });

  test("understands whole sentences: offers, irony, empty phrases and middle ratings", async () => {
    const { people } = await generate(
      readingOf([
        ["I read it in one sitting, and we'd gladly help you carry it."],
        ["Great, if you like queues."],
        ["Nothing you do is ever boring."],
        ["You listen to nobody, and it doesn't add up."],
        ["She said no and I slept better."],
        ["Yes and no."],
      ]),
    );
    expect(people.map(({ sentiment }) => sentiment)).toEqual([
      "positive",
      "concerned",
      "positive",
      "concerned",
      "positive",
      "other",
    ]);
    const rated = readingOf([["You know them by name."]]);
    const [person] = rated.people;
    person?.answers.push({
      ref: "r",
      question_id: 2,
      question: "Fit?",
      answer: { chosen: "3 of 5", support: 0.5 },
    });
    expect((await generate(rated)).people[0]?.sentiment).toBe("mixed");
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

    test("the summary quotes either side as what it is, and counts who speaks of a theme", async () => {
      const { summary_paragraph, sentiment_explanation, top_strength, top_risk } =
        await generate(both);
      expect(sentiment_explanation).toBe(
        "Of 5 people, 3 are mostly in favour and 2 are mostly concerned.",
      );
      expect(summary_paragraph).toContain(
        `The strongest support: “${top_strength?.quotes[0]?.text}”`,
      );
      expect(summary_paragraph).toContain(`The strongest worry: “${top_risk?.quotes[0]?.text}”`);
      const winter = await generate(
        readingOf([
          ["The first winter will be long."],
          ["Think of the winter."],
          ["You bake like nobody else."],
        ]),
      );
      expect(winter.summary_paragraph).toMatch(
        /^What comes up most: weather and seasons \(2 of 3\)\./,
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
        answers: [{ ref: `a${index + 1}`, question_id: 1, question: "Fit?", answer }],
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
        answers: [{ ref: `a${index + 1}`, question_id: 1, question: "What now?", answer: chosen }],
      })),
    });
    expect(draft).toMatchObject({ sentiment: "other", is_unsure: false, quotes: [], themes: [] });
  });

  test.each([
    { id: "hard-german", counts: [0, 0, 1, 1, 1], mean: 4 },
    { id: "hard-spanish-portuguese", counts: [0, 0, 0, 2, 1], mean: 13 / 3 },
  ])("gets people, ratings and quotes of $id right, and is unsure of the rest", async (known) => {
    const circle = loadCorpus().find(({ id }) => id === known.id);
    if (circle === undefined) throw new Error("no such circle");
    const score = await scoreCircle(engine, circle);
    const { content, sentiment_explanation } = score.insights;
    expect(content.is_unsure).toBe(true);
    expect(content.people).toHaveLength(3);
    expect(sentiment_explanation).toMatch(/^Of 3 people, /);
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
