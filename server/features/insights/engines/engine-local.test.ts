import { describe, expect, test } from "vitest";
import { loadCorpus, prepareCircle } from "../corpus/corpus.ts";
import { createLongReading } from "../corpus/long-reading.ts";
import { readingOf } from "../corpus/reading-of.ts";
import { scoreCircle } from "../corpus/score-engine.ts";
import type { Reading } from "../engine.ts";
import { createLocalEngine } from "./engine-local.ts";

const engine = createLocalEngine();
const generate = (reading: Reading) => engine.generate(reading, async () => {});

describe("the local engine", () => {
  test("says the same about the same answers", async () => {
    const reading = readingOf([
      ["I love it, but the first winter worries me."],
      ["Go for it. You have the patience."],
      ["The first winter will be hard on your savings."],
    ]);
    expect(await generate(reading)).toEqual(await generate(reading));
  });

  test('reads what follows a "but", and what a "not" negates', async () => {
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

  test("never mistakes advice for a strength or a worry, however it is worded", async () => {
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

  test("does not count people as worried because they were asked only for worries", async () => {
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

  test("finds themes in the words of each language, and tells only from ratings how people lean there", async () => {
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

  test("is unsure if a third of the people write in a language whose common words it does not know", async () => {
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

  describe("of worries in answers to questions about strengths", () => {
    const best = "What do you see me doing at my best at work?";
    const gain = "What would I gain from this move?";
    const lose = "What would I give up?";
    const askedFor = (
      reading: Reading,
      questions: readonly { question: string; role?: "strengths" | "worries" | "other" }[],
    ): Reading => ({
      ...reading,
      people: reading.people.map((person) => ({
        ...person,
        answers: person.answers.map((answer, place) => ({ ...answer, ...questions[place] })),
      })),
    });
    const career = readingOf([
      [
        "You stay calm with every patient.",
        "You would gain mornings that are yours, but the money worries me: nine months is short.",
      ],
      ["You explain things so that a child understands.", "I worry about the money in winter."],
      ["You are calm and fair in every quarrel.", "The rent is the risk. You would gain sleep."],
    ]);

    test.each([
      { title: "known", role: "strengths" as const },
      { title: "guessed", role: undefined },
    ])(
      "what people plainly worry about is the risk, not the strength: $title",
      async ({ role }) => {
        const questions = [best, gain].map((question) => ({ question, ...(role && { role }) }));
        const { top_strength, top_risk } = await generate(askedFor(career, questions));
        expect(top_strength?.text).toBe("Calm");
        expect(top_strength?.quotes.map(({ answer }) => answer).toSorted()).toEqual(["a1", "a5"]);
        expect(top_risk?.text).toBe("Money");
        expect(top_risk?.quotes.map(({ answer }) => answer).toSorted()).toEqual(["a2", "a4"]);
      },
    );

    test("what somebody worries about there counts beside what was asked for", async () => {
      const reading = readingOf([
        ["You would gain sleep, but I am afraid of the debt.", "Your colleagues."],
        ["You would gain a garden.", "The debt would keep you awake."],
      ]);
      const questions = [
        { question: gain, role: "strengths" as const },
        { question: lose, role: "worries" as const },
      ];
      const { top_risk } = await generate(askedFor(reading, questions));
      expect(top_risk?.text).toBe("Debt");
      expect(top_risk?.quotes.map(({ answer }) => answer).toSorted()).toEqual(["a1", "a4"]);
    });

    test.each([
      "The rent is the risk here.",
      "My only fear is the winter.",
      "I’m a little worried about the hours.",
      "Your health, not the job, worries me.",
      "You would not be alone, but what worries me is the debt.",
    ])("a plain worry is no strength: %s", async (text) => {
      const reading = askedFor(readingOf([[text]]), [{ question: gain, role: "strengths" }]);
      const { top_strength, top_risk } = await generate(reading);
      expect(top_strength).toBeNull();
      expect(top_risk?.quotes).toEqual([{ answer: "a1", text }]);
    });

    test.each([
      "You come at once when somebody is in trouble.",
      "You are at your best when there is a crisis.",
      "You ask what I am afraid to ask.",
      "You listen when I worry about my exams.",
      "I worried about the baby, and you came.",
      "Nothing about your work worries me.",
      "You know what worries me before I say it.",
      "You are calm when the danger is real.",
      "You don’t scare me like the others do.",
      "You see the risk before anybody else does.",
      "The danger is over as soon as you arrive.",
      "I worry less when you are around.",
      "You always ask what my worry is.",
    ])("a strength stays one even if it is named by dark words: %s", async (text) => {
      const reading = askedFor(readingOf([[text]]), [{ question: best, role: "strengths" }]);
      const { top_strength, top_risk } = await generate(reading);
      expect(top_strength?.quotes).toEqual([{ answer: "a1", text }]);
      expect(top_risk).toBeNull();
    });

    test.each([
      "You are warm with guests, but you hurt people when you are tired.",
      "It is a lovely, happy plan, though the hours are terrible.",
      "You are kind to everyone; however, your temper is awful.",
    ])("a sentence that turns to something bad is not quoted as a strength: %s", async (text) => {
      const other = "You never promise what you cannot keep.";
      const reading = readingOf([[text], [other]]);
      const known = await generate(askedFor(reading, [{ question: best, role: "strengths" }]));
      expect(known.top_strength?.quotes).toEqual([{ answer: "a2", text: other }]);
      expect(known.top_risk).toBeNull();
      expect((await generate(readingOf([[text]]))).top_strength).toBeNull();
    });

    test("in an anonymous circle, a worry that reveals its author is no risk either", async () => {
      const text = "As your sister I worry about the money.";
      const reading = askedFor(readingOf([[text], ["You would gain sleep."]]), [
        { question: gain, role: "strengths" },
      ]);
      expect((await generate(reading)).top_risk?.quotes).toEqual([{ answer: "a1", text }]);
      const anonymous = await generate({ ...reading, is_anonymous: true });
      expect(JSON.stringify(anonymous)).not.toContain("sister");
      expect(anonymous.top_risk).toBeNull();
    });
  });

  test("uses nothing of an insult", async () => {
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

  test("reads fifteen people with eight long answers each", async () => {
    const reading = createLongReading(loadCorpus());
    expect(reading.people).toHaveLength(15);
    expect(reading.people.flatMap(({ answers }) => answers)).toHaveLength(120);
    const draft = await generate(reading);
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

  test("suggests asking about the worry, where it finds no advice", async () => {
    const warning = "I am very worried that your savings will not last through the winter.";
    const { next_step_suggestion, suggestion_quotes } = await generate(
      readingOf([["I love the idea, and you are wonderful with people."], [warning]]),
    );
    expect(next_step_suggestion).toBe(
      "No clear advice was found in what people wrote. One worry stands out: ask people to tell you more about it.",
    );
    expect(suggestion_quotes).toEqual([{ answer: "a2", text: warning }]);
  });

  test("does not claim that no one gives advice, because it may not recognize it", async () => {
    const reading = readingOf([
      ["Keep the one shift a week for the whole first year."],
      ["It smells of cinnamon in your kitchen."],
    ]);
    const { next_step_suggestion, suggestion_quotes } = await generate(reading);
    expect(next_step_suggestion).toBe(
      "No clear advice was found in what people wrote. Choose the answer that surprised you, and ask about it.",
    );
    expect(suggestion_quotes).toEqual([]);
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
