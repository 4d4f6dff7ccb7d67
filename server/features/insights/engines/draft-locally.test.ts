import { describe, expect, test } from "vitest";
import type { QuestionRole } from "#contract/circles/questions.ts";
import { createGate } from "../checks/gate.ts";
import { verifyDraft } from "../checks/verify-draft.ts";
import { prepareReading } from "../prepare-reading.ts";
import { draftLocally } from "./draft-locally.ts";

const labels: Record<QuestionRole, string> = {
  stance: "How good a fit?",
  strengths: "What are you good at?",
  worries: "What makes you nervous?",
  advice: "What next?",
  other: "What do you see?",
};

/** What this server makes of people's answers; each has one to the same questions. */
function make(
  people: readonly (readonly string[])[],
  roles: readonly QuestionRole[] = ["other"],
  title = "Bakery",
) {
  const prepared = prepareReading(
    { title, description: "", what_they_ask: "", is_anonymous: false },
    people.map((answers, index) => ({
      id: `00000000-0000-4000-8000-00000000000${index + 1}`,
      answers: Object.fromEntries(answers.map((answer, place) => [place + 1, answer])),
      questions: roles.map((role, place) => ({
        id: place + 1,
        label: labels[role],
        type: "textarea" as const,
        role,
      })),
      use_in_insights: true,
    })),
  );
  const gate = createGate(prepared);
  return verifyDraft(prepared, draftLocally(prepared, gate), "local", gate);
}

const each = (...texts: string[]) => texts.map((text) => [text]);
const titles = (...texts: string[]) =>
  make(each(...texts)).content.themes.map(({ text, people_count }) => `${text} ${people_count}`);

describe("a theme", () => {
  test.each([
    [
      "is a word that two people use, by its stem",
      ["Your patience.", "Patience is it."],
      ["Patience 2"],
    ],
    [
      "is a phrase rather than its words",
      ["The night shifts.", "Mind the night shifts."],
      ["Night shifts 2"],
    ],
    [
      "holds the negation if all of its sentences do",
      ["You are not patient.", "Not patient."],
      ["Not patient 2"],
    ],
    [
      "has no title that begins after a negation",
      ["Do not sign the contract yet.", "Don't sign the contract."],
      [],
    ],
    ["holds a Chinese negation", ["我觉得没有办法", "真的没有办法"], ["没有办法 2"]],
    ["is never a verb alone", ["You should delegate.", "You never delegate."], []],
    ["is a verb with what it is said with", ["You listen.", "You listen to us."], ["You listen 2"]],
    [
      "is a quality with whom it is said of",
      ["You are calm.", "You are calm."],
      ["You are calm 2"],
    ],
  ])("%s", (_, texts, expected) => {
    const shared = titles(...texts).filter((title) => title.endsWith(" 2"));
    for (const title of expected) expect(shared).toContain(title);
    if (expected.length === 0) expect(shared.join()).not.toMatch(/^(?:Sign|Contract|Delegate) /m);
  });

  test.each([
    [["I got lost in the second act.", "I was lost."]],
    [["Money talk.", "Talk about it."]],
    [["Learn to let go.", "Learn it."]],
    [["Honestly, the oven.", "Quite honestly."]],
    [["It was paid late.", "They paid her."]],
    [["It is the lease that scares me.", "I was scared of it."]],
    [["No pension, no security.", "Never give up the pension."]],
    [["No, the pension matters.", "no, pension first"]],
    [["Not only the rent but the deposit.", "not just rent"]],
    [["Kündige nicht vor dem Sommer.", "Kündige auf keinen Fall."]],
    [["Unterschreib nichts ohne Anwalt.", "Unterschreib auf keinen Fall."]],
    [["Frag mal die Bank.", "Frag erst nach Urlaub."]],
    [["Die Kinder sind super.", "Super Idee, die Miete reicht drei Wochen.", "In drei Wochen."]],
    [["Selling now, no.", "We would be selling nothing."]],
    [["You sell no shares.", "You sell nothing."]],
    [["You have the experience.", "It is an experiment."]],
    [["Tu connais tout le marché.", "Si ça marche, je viens tous les samedis."]],
    [["Il met tout le monde d'accord.", "Toujours d'accord pour rendre service."]],
  ])("is none of verbs, qualities, other words or other denials: %j", (texts) => {
    expect(titles(...texts).filter((title) => title.endsWith(" 2"))).toEqual([]);
  });

  test("is a thing that is introduced, whatever is denied of it", () => {
    expect(titles("The rent is not low.", "Mind the rent.", "Never the rent.")).toContain("Rent 3");
  });

  test("in French is never a verb after a preposition or a pronoun", () => {
    const said = titles(
      "L'argent m'a longtemps empêché de dormir à ta place.",
      "Tu vas dormir quatre heures, sans dormir assez.",
      "J'ai peur que tu t'épuises, et la maison aussi.",
      "La maison est grande, et tu t'épuises chaque jour.",
    );
    expect(said.filter((title) => title.endsWith(" 2"))).toEqual(["Maison 2"]);
  });

  test("is never a word of the title or of the question it was said to", () => {
    const { content } = make(each("The bakery, I see it.", "A bakery is what I see."));
    expect(content.themes.map(({ text }) => text)).not.toContain("Bakery");
  });

  test("a theme of one voice is shown only while fewer than three are shared", () => {
    const shared = ["The rent.", "The winter.", "The oven."].join(" ");
    const { content } = make(each(`${shared} The dog.`, shared));
    expect(content.themes.map(({ people_count }) => people_count)).toEqual([2, 2, 2]);
    expect(
      titles("I would mind the rent. Think of the dog.", "You would hate the rent."),
    ).toContain("Dog 1");
  });
});

describe("a strength or a worry", () => {
  const worry = (...texts: string[]) => make(each(...texts), ["worries"]).content.top_risk;

  test("is what two people name who were asked for it", () => {
    expect(worry("The commute.", "I fear the commute.", "Nothing.")).toMatchObject({
      text: "Commute",
      people_count: 2,
    });
    const { content } = make(each("The commute.", "I fear the commute.", "Nothing."), ["worries"]);
    expect(content.asked.worries).toEqual({ question_ids: [1], people_count: 3 });
  });

  test.each([
    ["one of two denies it", ["The commute.", "I am not worried about the commute."]],
    ["one of two praises it", ["The commute.", "I love the commute."]],
    [
      "as many deny it as name it",
      ["The rent.", "The rent.", "No rent.", "I don't fear the rent."],
    ],
    [
      "the next sentence takes it back",
      ["The rent.", "I feared the rent. That's over, since you sold the flat."],
    ],
    ["it is only feared on a condition", ["The rent.", "I'd fear the rent if you lived alone."]],
    ["something else is worse", ["The rent.", "The winter is worse than the rent."]],
    ["one reassures", ["The kids.", "The kids will get used to it."]],
    ["one reassures in two words", ["The kids.", "Kids adapt, mine did."]],
    ["one may be ironic", ["The commute.", "I fear the commute lol"]],
    ["one fears something else", ["The rent.", "The rent finds itself, but I fear the winter."]],
    ["one clause of two is feared", ["The rent.", "The rent finds itself, the winter scares me."]],
    ["it was feared until something", ["The rent.", "I feared the rent until I saw it."]],
    ["one says first that there is none", ["The rent.", "Nothing. They would fear the rent."]],
    ["it was feared in the past", ["The birth.", "I was terrified of the birth and it went well."]],
    [
      "it was feared in the past, in German",
      ["Der Umzug.", "Der Umzug war die Hölle, und am Ende schön."],
    ],
    ["it was feared in the past, in French", ["Le froid.", "Le froid était terrible chez nous."]],
    [
      "it was feared in the past, in Italian",
      ["Il freddo.", "Il freddo era terribile a casa nostra."],
    ],
    ["one alone names it", ["The commute.", "The oven."]],
    ["it is in a language whose denials are not known", ["Kış.", "Kış çok uzun ve soğuk olacak."]],
  ])("is none if %s", (_, texts) => {
    expect(worry(...texts)).toBeNull();
  });

  test("is no strength on a condition or of the past", () => {
    const { content } = make(
      each("Listening, I'd have said.", "A good listener, as long as you talk.", "You listen."),
      ["strengths"],
    );
    expect(content.top_strength).toBeNull();
  });

  test("is, of two that as many name, what more people mention", () => {
    const both = "I fear the oven. I fear the winter.";
    expect(worry(both, both, "The winter is easy for us here.")?.text).toBe("Winter");
  });

  test("is none in answers to another question", () => {
    const { content } = make(each("The commute.", "I fear the commute."), ["other"]);
    expect([content.top_strength, content.top_risk]).toEqual([null, null]);
  });

  test("is looked for only in claimed languages, and the others are named", () => {
    const text = "Bence kış çok uzun ve soğuk olacak, dikkat etmelisin.";
    const { content } = make(each(text, text), ["worries"]);
    expect(content).toMatchObject({ top_risk: null, unread_languages: ["tr"] });
    expect(content.themes.length).toBeGreaterThan(0);
  });
});

describe("what is composed", () => {
  test("only counts", () => {
    const { summary_paragraph, sentiment_explanation } = make(
      each("The money and the oven.", "The money.", "The money, and the oven."),
    );
    expect(summary_paragraph).toBe(
      "Three people answered. All three mention “Money”, at least two “Oven”.",
    );
    expect(sentiment_explanation).toBe("No overall view: nobody was asked for a rating.");
  });

  test("counts everybody whose sentence names it, however short, and says that more may", () => {
    const said = each("Du hast Geduld mit allen.", "Geduldig? naja. Aber ehrlich.", "Dein Mut.");
    const { summary_paragraph, content } = make(said);
    expect(content.themes[0]).toMatchObject({ text: "Geduld", people_count: 2 });
    expect(summary_paragraph).toBe("Three people answered. At least two mention “Geduld”.");
  });

  test("suggests what somebody advises, word for word", () => {
    const { next_step_suggestion, content } = make(
      each("Ask to see the books before you sign.", "Wait."),
      ["advice"],
    );
    expect(next_step_suggestion).toBe("“Ask to see the books before you sign.”");
    expect(content.suggestion_quotes).toHaveLength(1);
  });

  test("suggests to ask the people who share a worry, if nobody advises anything", () => {
    const said = make(each("The commute.", "I fear the commute."), ["worries"]);
    expect(said.next_step_suggestion).toBe(
      "Ask those who mention “Commute” what would have to change.",
    );
  });

  test("quotes neither a single word nor a question", () => {
    const { content } = make(each("Money.", "Worried about money?", "The money is what I fear."));
    expect(content.quotes.map(({ text }) => text)).toEqual(["The money is what I fear."]);
  });

  test("quotes everyone once before anybody twice", () => {
    const { content } = make(
      each(
        "The winter is long and dark here. The winter costs a lot of wood.",
        "The winter will be hard on you all.",
      ),
    );
    const people = content.quotes.map(({ response_id }) => response_id);
    expect(new Set(people).size).toBe(people.length);
  });
});
