import { describe, expect, test } from "vitest";
import { makeLongReading } from "./corpus/long-reading.ts";
import { loadCorpus, scoreCircle, summarizeScores } from "./corpus/score-engine.ts";
import type { Reading } from "./engine.ts";
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
    expect(figures.theme_recall_at_5).toBeGreaterThanOrEqual(0.7);
    expect(figures.quote_validity).toBe(1);
    const held_out = summarizeScores(scores.filter(({ circle }) => circle.part === "held_out"));
    expect(held_out.theme_recall_at_5).toBeGreaterThanOrEqual(0.7);
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

  test("finds one subject in words of one family", async () => {
    const { themes } = await generate(
      readingOf([["You are a patient one."], ["Your patience with us."], ["Rent a flat first."]]),
    );
    expect(themes[0]?.quotes).toHaveLength(2);
    expect(themes[0]?.text).toContain("atien");
  });

  test("says that it is unsure of what is written in another language", async () => {
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

  test("reads fifteen people with eight long answers each, and lets others have their turn", async () => {
    const reading = makeLongReading(loadCorpus());
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

  test("says that it is unsure where half of the people show no feeling in words that it knows", async () => {
    const plain = [
      ["The blue one."],
      ["The crooked one, by the door."],
      ["I love the small ones."],
    ];
    expect((await generate(readingOf(plain))).is_unsure).toBe(true);
    expect((await generate(readingOf(plain.slice(2)))).is_unsure).toBe(false);
  });

  test("hears what is meant by a whole sentence: offers, tastes of irony, nothings and middle ratings", async () => {
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
    person?.answers.push({ ref: "r", question_id: 2, question: "Fit?", answer: { rating: 3 } });
    expect((await generate(rated)).people[0]?.sentiment).toBe("mixed");
  });
});
