import { describe, expect, it } from "vitest";
import { languages } from "../languages.ts";
import { inviteeMessages } from "./all.ts";
import { listEnglishTexts, listTexts } from "./list-texts.ts";

/** Words that are the same in another language as in English. */
const sameAsInEnglish: Record<string, readonly string[]> = {
  de: ["templates.fit.2", "templates.creativeIdeaStance.2"],
  fr: ["later.notifications", "forms.questionNumber"],
};

const inEnglish = new Map(listTexts(inviteeMessages.en));

describe.each(languages.filter((language) => language !== "en"))(
  "the messages in %s",
  (language) => {
    it("say everything in their own words", () => {
      const same = listEnglishTexts(inviteeMessages[language], inviteeMessages.en);
      expect(same).toEqual(sameAsInEnglish[language] ?? []);
    });

    it("leave nothing empty or undefined, and end a sentence where English does", () => {
      const wrong = listTexts(inviteeMessages[language]).filter(([name, text]) => {
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
