import { describe, expect, test } from "vitest";
import { draft, prepare } from "../corpus/draft-of.ts";
import type { InsightsDraft } from "../engine.ts";
import { verifyDraft } from "./verify-draft.ts";

const verify = (given: Partial<InsightsDraft>, prepared = prepare()) =>
  verifyDraft(prepared, draft(given), "model");

describe("the titles of a model", () => {
  test("names a theme by the visible part of its name", () => {
    const { content } = verify({
      themes: [
        {
          text: `${"Winter".padEnd(120, ".")} www.evil.example`,
          quotes: draft().themes[0]?.quotes ?? [],
        },
      ],
    });
    expect(content.themes.map(({ text }) => text)).toEqual(["Winter"]);
  });

  test.each([
    ["the cold first winter", "Cold first winter"],
    ["Money: less pay", "Less pay"],
    ["**Season** – the winter.", "The winter"],
    ["Worries about the first winter there", "First winter"],
    ["Season: winter, cold", "First winter"],
    ["It will be a long time until spring", "First winter"],
  ])("names a model's theme %j in three words: %j", (text, title) => {
    const quotes = [
      { answer: "a1", text: "The “first winter” will be long." },
      { answer: "a2", text: "The first winter scares me" },
    ];
    const point = { text, quotes };
    const { content } = verify({ themes: [point] });
    expect(content.themes.map((theme) => [theme.text, theme.people_count])).toEqual([[title, 2]]);
  });

  test("drops a model's long title whose people share no word, and allows a strength five", () => {
    const text = "calm people who will go far";
    const quotes = [
      { answer: "a1", text: "You are calm." },
      { answer: "a4", text: "Courage! Go on." },
    ];
    const made = draft({
      themes: [{ text, quotes }],
      top_strength: { text: "calm before the long winter", quotes: quotes.slice(0, 1) },
      top_risk: { text, quotes },
    });
    const { content } = verifyDraft(prepare(), made, "model");
    expect(content.themes).toEqual([]);
    expect(content.top_strength?.text).toBe("Calm before the long winter");
    expect(content.top_risk).toBe(null);
    // The local engine's titles are people's own words already, or a sentence.
    expect(verifyDraft(prepare(), made, "local").content.top_risk?.text).toBe(text);
  });
});
