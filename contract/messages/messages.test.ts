import { describe, expect, it } from "vitest";
import { languages } from "../languages.ts";
import { inviteeMessages } from "./all.ts";

/** Words that are the same in another language as in English. */
const sameAsInEnglish: Record<string, readonly string[]> = {
  fr: ["later.notifications", "forms.questionNumber"],
};

type Catalogue = Readonly<Record<string, unknown>>;

/** Every text of a catalogue, by its path, with sample values. */
function listTexts(catalogue: Catalogue, path = ""): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, text]): [string, string][] => {
    const name = `${path}${key}`;
    if (typeof text === "string") return [[name, text]];
    if (typeof text !== "function") return listTexts(text as Catalogue, `${name}.`);
    // What a sentence is made of are names, days and numbers; a name may be missing.
    const withValues = [
      ["7", "8", "9"],
      [null, "8", null],
      ["1", "1", "1"],
    ].map((values) => {
      try {
        return String(text(...values));
      } catch {
        return "";
      }
    });
    return withValues.map((sentence, index) => [`${name}(${index})`, sentence]);
  });
}

const inEnglish = new Map(listTexts({ ...inviteeMessages.en }));

describe.each(languages.filter((language) => language !== "en"))(
  "the messages in %s",
  (language) => {
    it("say everything in their own words", () => {
      const same = listTexts({ ...inviteeMessages[language] })
        .filter(
          ([name, text]) =>
            /\p{L}{2}/u.test(text.replace("null", "")) && text === inEnglish.get(name),
        )
        .map(([name]) => name.replace(/\(.*/, ""));
      expect([...new Set(same)]).toEqual(sameAsInEnglish[language] ?? []);
    });

    it("leave nothing empty or undefined, and end a sentence where English does", () => {
      const wrong = listTexts({ ...inviteeMessages[language] }).filter(([name, text]) => {
        const english = inEnglish.get(name) ?? "";
        if (/undefined|NaN/.test(text) || (/\bnull\b/.test(text) && !/\bnull\b/.test(english)))
          return true;
        if (english !== "" && text.trim() === "") return !/\bnull\b/.test(english);
        return /[^.]\.$/.test(english) && !/[.!。؟]$/.test(text);
      });
      expect(wrong).toEqual([]);
    });
  },
);
